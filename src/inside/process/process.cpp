#include "process.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "binary/source_text.h"
#include "checks.h"
#include "debug/connection.h"
#include "debug/debug_source.h"
#include "gpu/report.h"
#include "gpu/tiers/tiers.h"
#include "i915/drm_device.h"
#include "i915/user_memory.h"
#include "kernel_directory.h"
#include "lifeline.h"
#include "profile/profiler.h"
#include "run_files.h"
#include "statistics.h"
#include "visa_kernels.h"

namespace eugene::inside::process {
namespace {

// Reads the settings from `eugene run`. A program must not run with other settings, so an error ends it.
settings::Settings read_settings() {
  const char* text = std::getenv(i915::kSettingsVariable);
  const auto settings = text == nullptr
                            ? Result<settings::Settings>(fail(fmt::format("{} is not set", i915::kSettingsVariable)))
                            : i915::settings_from_json(text);
  if (settings) return *settings;
  constexpr int kUsage = 2;
  fmt::print(stderr, "eugene: the settings of `eugene run` are lost: {}\n", settings.error().message);
  ::syscall(SYS_exit_group, kUsage);  // the preloaded _exit() would request statistics of this unfinished object
  std::abort();
}

std::filesystem::path run_directory() {
  const char* directory = std::getenv(i915::kDirectoryVariable);
  return directory == nullptr ? std::filesystem::path() : std::filesystem::path(directory);
}

}  // namespace

Process::Process()
    : settings_(std::make_unique<settings::Settings>(read_settings())),
      files_(run_directory()),
      kernels_(files_->directory()),
      statistics_(*files_, *kernels_),
      checks_(*settings_, *files_, *kernels_, *statistics_),
      visa_(visa_kernels()),
      trace_(tracer()),
      profiler_(settings_->profiler()),
      executor_(executor()) {
  statistics_->follow(executor_->tiers, *profiler_);
  drm_ = std::make_unique<i915::DrmDevice>(options());
}

Process::~Process() = default;

void Process::begin_again() {
  files_.begin_again(run_directory());
  kernels_.begin_again(files_->directory());
  statistics_.begin_again(*files_, *kernels_);
  checks_.begin_again(*settings_, *files_, *kernels_, *statistics_);
  visa_.begin_again(visa_kernels());
  trace_.begin_again(tracer());
  profiler_.begin_again(settings_->profiler());
  executor_.begin_again(executor());
  statistics_->follow(executor_->tiers, *profiler_);
  pid_ = ::getpid();
  i915::use_memory_of_child();
  drm_->begin_again(options());
}

std::unique_ptr<VisaKernels> Process::visa_kernels() const {
  return std::make_unique<VisaKernels>(*settings_->device().gen, files_->directory() / i915::kVisaDirectory);
}

std::shared_ptr<accesses::TraceSource> Process::tracer() {
  return settings_->tracer([this](std::span<const std::byte> code) {
    binary::KernelOrigin origin = kernels_->origin(code);
    return accesses::KernelFacts{.name = std::move(origin.name),
                                 .lines = std::move(origin.lines),
                                 .surfaces = binary::surface_names(origin.arguments)};
  });
}

gpu::ExecutorOptions Process::executor() {
  debugger_.reset();
  if (const auto socket = files_->directory() / i915::kDebuggerSocket; debug::Connection::is_offered(socket))
    debugger_ = std::make_shared<debug::DebugSource>(
        std::make_unique<debug::Connection>(socket),
        [this](std::span<const std::byte> code) { return kernels_->program_text(code); });
  gpu::ObserverSources others = checks_->observers(debugger_);
  if (*trace_ != nullptr) others.push_back(*trace_);
  gpu::ExecutorOptions result = settings_->executor(
      *profiler_, [this](std::span<const std::byte> code) { return kernels_->name(code); }, std::move(others));
  result.progress = [this](const gpu::Progress& progress) {
    fmt::print(stderr, "{}", gpu::format(progress, kernels_->name(progress.code)));
  };
  result.latest_progress = [this](const gpu::Progress* progress) { keep_progress(progress); };
  // Prints this only to a terminal: a log does not need to show that a kernel is being compiled.
  if (::isatty(STDERR_FILENO) != 0) {
    result.tiers->when_waiting([this](std::span<const std::byte> code) {
      const std::string name = kernels_->name(code);
      fmt::print(stderr, "eugene: compiling {} ...\n", name.empty() ? "a kernel" : name);
    });
  }
  if (debugger_ != nullptr) {
    result.progress = nullptr;              // the user knows when the program is stopped
    result.observers.push_back(debugger_);  // first, as it decides whether a dispatch is checked
    for (auto& each : checks_->observers_for_debugger(debugger_)) result.observers.push_back(std::move(each));
  }
  result.reports_empty_surfaces = [this](std::span<const std::byte> code) {
    const NullArguments& null = kernels_->null_arguments();
    return !null.empty() && !null.of(kernels_->name(code)).empty();
  };
  if (settings_->visa == settings::VisaUse::none) return result;
  result.find_substitute = [this](std::span<const std::byte> code) { return find_visa(code); };
  result.compares_substitutes = settings_->visa == settings::VisaUse::compare;
  return result;
}

std::shared_ptr<const gpu::Substitute> Process::find_visa(std::span<const std::byte> code) {
  Diagnostics problems;
  const auto compiled = kernels_->compiled_code(code);
  auto found = (*visa_)->find(
      compiled.value_or(binary::CompiledCode{.code = {code.begin(), code.end()}, .addresses = {}}), problems);
  if (found != nullptr) return found;
  const std::string name = kernels_->name(code);
  fmt::print(
      stderr, "eugene: kernel {}: its machine code is executed: {}\n", name.empty() ? "without a name" : name,
      problems.empty() ? "there is no vISA of it, as of programs that come as binaries without" : "its vISA cannot be");
  for (const Diagnostic& each : problems) fmt::print(stderr, "{}", format(each));
  return nullptr;
}

i915::QueueOptions Process::options() {
  return {.device = &settings_->device(),
          .threads = settings_->threads,
          .executor = *executor_,
          .report = [this](gpu::Report&& done) { report(std::move(done)); },
          .dispatched =
              [this](const gpu::DispatchStats& done) {
                if (done.difference) {
                  gpu::Difference difference = *done.difference;
                  difference.kernel = kernels_->name(difference.code);
                  fmt::print(stderr, "{}", gpu::format(difference));
                }
                statistics_->count(done);
              },
          .last_interrupt =
              [this] {
                std::error_code error;  // on error, long ago
                return std::filesystem::last_write_time(files_->directory() / i915::kInterruptsFile, error);
              },
          .started = [this] { end_with_holder(files_->directory()); }};
}

// Prints what a report says beside its finding, and counts a failure.
void Process::report(gpu::Report&& report) {
  if (report.kernel) complete(*report.kernel);
  if (drm_->is_mixed_up() && report.commands && !report.executed) {
    report.remark =
        "commands cannot be executed, as two processes use one GPU device, which one of them opened before fork()";
    report.told = std::exchange(has_told_mix_up_, true);
  }
  const bool is_warning = report.is_warning();
  if (checks_->take(report)) {  // print only the rest of the report
    report.kernel.reset();
    report.commands.reset();
  }
  fmt::print(stderr, "{}", gpu::format(report));
  if (!is_warning) statistics_->count_failure();
}

// Adds facts from the program's side: the kernel's name, source and arguments.
void Process::complete(gpu::KernelFault& fault) {
  const binary::KernelOrigin origin = kernels_->origin(fault.code);
  fault.kernel = origin.name;
  // An offset in vISA is not an offset in machine code.
  if (settings_->visa == settings::VisaUse::none) binary::add_source(fault.site, origin.lines);
  const bool is_access = fault.fault.address.has_value() || !fault.effect.empty();
  if (is_access) fault.null_arguments = fmt::format("{}", fmt::join(kernels_->null_arguments().of(fault.kernel), ", "));
}

// Writes the progress to a file for `eugene run`. If a signal ends this process, the process cannot report anything
// itself.
void Process::keep_progress(const gpu::Progress* progress) {
  if (progress == nullptr) {
    files_->remove(i915::kRunningPrefix);
  } else {
    (void)files_->put(i915::kRunningPrefix, gpu::format(*progress, kernels_->name(progress->code)));
  }
}

void Process::stop_compiling() { executor_->tiers->stop_compiling(); }

void Process::end() {
  drm_->stop();
  if (*trace_ != nullptr) {
    if (const Result<void> done = (*trace_)->finish(); !done) {
      fmt::print(stderr, "eugene: the trace is not complete: {}\n", done.error().message);
      std::error_code ignored;  // the missing file shows `eugene run` that the trace is incomplete
      std::filesystem::remove(files_->directory() / i915::kTracesFile, ignored);
    }
  }
  statistics_->write();
}

}  // namespace eugene::inside::process
