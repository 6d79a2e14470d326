#include "process.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

#include "binary/debug_variables.h"
#include "binary/source_text.h"
#include "check/check_source.h"
#include "debug/connection.h"
#include "debug/debug_source.h"
#include "gpu/report.h"
#include "gpu/tiers/tiers.h"
#include "i915/user_memory.h"
#include "lifeline.h"
#include "profile/profiler.h"

namespace eugene::i915 {
namespace {

constexpr binary::ProgramFiles kFiles{.binary = kProgramPrefix, .source = kSourcePrefix, .shift = kShiftPrefix};

// Reads the settings from `eugene run`. A program must not run with other settings, so an error ends it.
settings::Settings read_settings() {
  const char* text = std::getenv(kSettingsVariable);
  const auto settings = text == nullptr
                            ? Result<settings::Settings>(fail(fmt::format("{} is not set", kSettingsVariable)))
                            : settings_from_json(text);
  if (settings) return *settings;
  constexpr int kUsage = 2;
  fmt::print(stderr, "eugene: the settings of `eugene run` are lost: {}\n", settings.error().message);
  ::syscall(SYS_exit_group, kUsage);  // the preloaded _exit() would request statistics of this unfinished object
  std::abort();
}

}  // namespace

Process::Process() {
  const char* directory = std::getenv(kDirectoryVariable);
  if (directory != nullptr) directory_ = directory;
  settings_ = read_settings();
  *checked_ = std::make_unique<CheckedRun>(settings_);
  *visa_ = visa_kernels();
  *profiler_ = settings_.profiler();
  *trace_ = tracer();
  *executor_ = executor();
  drm_ = std::make_unique<DrmDevice>(options());
}

std::unique_ptr<VisaKernels> Process::visa_kernels() const {
  return std::make_unique<VisaKernels>(*settings_.device().gen, directory_ / kVisaDirectory);
}

std::shared_ptr<accesses::TraceSource> Process::tracer() {
  return settings_.tracer([this](std::span<const std::byte> code) {
    binary::KernelOrigin origin = origin_of(code);
    return accesses::KernelFacts{.name = std::move(origin.name),
                                 .lines = std::move(origin.lines),
                                 .surfaces = binary::surface_names(origin.arguments)};
  });
}

gpu::ExecutorOptions Process::executor() {
  debugger_.reset();
  if (debug::Connection::is_offered(directory_ / kDebuggerSocket))
    debugger_ =
        std::make_shared<debug::DebugSource>(std::make_unique<debug::Connection>(directory_ / kDebuggerSocket),
                                             [this](std::span<const std::byte> code) { return debug_program(code); });
  gpu::ObserverSources others = checks();
  if (*trace_ != nullptr) others.push_back(*trace_);
  gpu::ExecutorOptions result = settings_.executor(
      *profiler_, [this](std::span<const std::byte> code) { return name_of(code); }, std::move(others));
  result.progress = [this](const gpu::Progress& progress) {
    fmt::print(stderr, "{}", gpu::format(progress, name_of(progress.code)));
  };
  result.latest_progress = [this](const gpu::Progress* progress) { keep_progress(progress); };
  // Prints this only to a terminal: a log does not need to show that a kernel is being compiled.
  if (::isatty(STDERR_FILENO) != 0) {
    result.tiers->when_waiting([this](std::span<const std::byte> code) {
      const std::string name = name_of(code);
      fmt::print(stderr, "eugene: compiling {} ...\n", name.empty() ? "a kernel" : name);
    });
  }
  if (debugger_ != nullptr) add_debugger(result);
  result.reports_empty_surfaces = [this](std::span<const std::byte> code) {
    return !null_arguments_->empty() && !null_arguments_->of(name_of(code)).empty();
  };
  if (settings_.visa == settings::VisaUse::none) return result;
  result.find_substitute = [this](std::span<const std::byte> code) { return find_visa(code); };
  result.compares_substitutes = settings_.visa == settings::VisaUse::compare;
  return result;
}

std::shared_ptr<const gpu::Substitute> Process::find_visa(std::span<const std::byte> code) const {
  Diagnostics problems;
  const auto compiled = binary::find_compiled_code(directory_, kFiles, code);
  auto found = (*visa_)->find(
      compiled.value_or(binary::CompiledCode{.code = {code.begin(), code.end()}, .addresses = {}}), problems);
  if (found != nullptr) return found;
  const std::string name = name_of(code);
  fmt::print(
      stderr, "eugene: kernel {}: its machine code is executed: {}\n", name.empty() ? "without a name" : name,
      problems.empty() ? "there is no vISA of it, as of programs that come as binaries without" : "its vISA cannot be");
  for (const Diagnostic& each : problems) fmt::print(stderr, "{}", format(each));
  return nullptr;
}

QueueOptions Process::options() {
  return {.device = &settings_.device(),
          .threads = settings_.threads,
          .executor = *executor_,
          .report =
              [this](gpu::Report&& report) {
                if (report.kernel) complete(*report.kernel);
                if (drm_->is_mixed_up() && report.commands && !report.executed) {
                  report.remark =
                      "commands cannot be executed, as two processes use one GPU device, which one of them opened "
                      "before fork()";
                  report.told = std::exchange(has_told_mix_up_, true);
                }
                const bool is_warning = report.is_warning();
                if (take_finding(report)) {  // print only the rest of the report
                  report.kernel.reset();
                  report.commands.reset();
                }
                fmt::print(stderr, "{}", gpu::format(report));
                if (is_warning) return;
                const std::scoped_lock lock(counts_->mutex);
                ++counts_->stats.work.failures;
                write_stats();
              },
          .dispatched =
              [this](const gpu::DispatchStats& done) {
                const std::scoped_lock lock(counts_->mutex);
                if (done.difference) {
                  gpu::Difference difference = *done.difference;
                  difference.kernel = name_of(difference.code);
                  fmt::print(stderr, "{}", gpu::format(difference));
                }
                counts_->stats.work += done;
                write_stats_now_and_then();
              },
          .last_interrupt =
              [this] {
                std::error_code error;
                return std::filesystem::last_write_time(directory_ / kInterruptsFile, error);  // on error, long ago
              },
          .started = [this] { end_with_holder(directory_); }};
}

// Adds facts from the program's side: the kernel's name, source and arguments.
void Process::complete(gpu::KernelFault& fault) const {
  const binary::KernelOrigin origin = origin_of(fault.code);
  fault.kernel = origin.name;
  // An offset in vISA is not an offset in machine code.
  if (settings_.visa == settings::VisaUse::none) fault.source = origin.lines.at(fault.fault.ip);
  if (fault.source) fault.source_text = binary::SourceTexts().text(origin.lines, *fault.source);
  const bool is_access = fault.fault.address.has_value() || !fault.effect.empty();
  if (is_access) fault.null_arguments = fmt::format("{}", fmt::join(null_arguments_->of(fault.kernel), ", "));
}

debug::ProgramText Process::debug_program(std::span<const std::byte> code) {
  binary::KernelOrigin origin = origin_of(code);
  debug::ProgramText text{.kernel = std::move(origin.name), .lines = std::move(origin.lines)};
  text.text_of = [texts = std::make_shared<binary::SourceTexts>(), lines = text.lines](const SourceLine& line) {
    return texts->indented(lines, line);
  };
  DeviceKernels kernels = kernels_of(code, false);
  if (kernels.empty()) kernels = kernels_of(code, true);
  const auto with_data = std::ranges::find_if(kernels, [](const auto& each) { return !each->debug.empty(); });
  if (with_data != kernels.end())
    text.read_variables = [kernel = *with_data] { return binary::read_source_variables(*kernel); };
  return text;
}

binary::KernelOrigin Process::origin_of(std::span<const std::byte> code, const std::string& name) const {
  return binary::find_kernel_origin(directory_, kFiles, code, name);
}

DeviceKernels Process::kernels_of(std::span<const std::byte> code, bool again) {
  std::string key(reinterpret_cast<const char*>(code.data()), code.size());
  const std::scoped_lock lock(kernels_->mutex);
  if (!again) {
    const auto known = kernels_->of_code.find(key);
    return known == kernels_->of_code.end() ? DeviceKernels() : known->second;
  }
  DeviceKernels found;
  for (binary::DeviceKernel& each : binary::find_device_kernels(directory_, kFiles, code))
    found.push_back(std::make_shared<const binary::DeviceKernel>(std::move(each)));
  return kernels_->of_code[std::move(key)] = std::move(found);
}

std::string Process::name_of(std::span<const std::byte> code) const {
  std::string key(reinterpret_cast<const char*>(code.data()), code.size());
  const std::scoped_lock lock(names_->mutex);
  if (const auto known = names_->of_code.find(key); known != names_->of_code.end()) return known->second;
  std::string name = names_->in_binaries.find(directory_, kFiles, code);
  if (name.empty()) return name;  // the name may become known later
  return names_->of_code.emplace(std::move(key), std::move(name)).first->second;
}

std::uint64_t Process::failures() {
  const std::scoped_lock lock(counts_->mutex);
  return counts_->stats.work.failures;
}

void Process::stop_compiling() { executor_->tiers->stop_compiling(); }

void Process::begin_again() {
  counts_.begin_again();
  names_.begin_again();
  null_arguments_.begin_again();
  checked_.begin_again(std::make_unique<CheckedRun>(settings_));
  launches_.begin_again();
  shader_programs_.begin_again();
  kernels_.begin_again();
  visa_.begin_again(visa_kernels());
  profiler_.begin_again(settings_.profiler());
  trace_.begin_again(tracer());
  executor_.begin_again(executor());
  pid_ = ::getpid();
  use_memory_of_child();
  drm_->begin_again(options());
}

}  // namespace eugene::i915
