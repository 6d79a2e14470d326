// What implements watchers.h in libeugene_gpu_watched.so.
#include "process/watchers.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include "checks.h"
#include "debug/connection.h"
#include "debug/debug_source.h"
#include "process/kernel_directory.h"
#include "process/run_files.h"
#include "process/statistics.h"
#include "profile/profiler.h"
#include "profile/report.h"
#include "visa_kernels.h"

namespace eugene::inside::process {
namespace {

class AllWatchers final : public Watchers {
 public:
  AllWatchers(const settings::Settings& settings, RunFiles& files, KernelDirectory& kernels, Statistics& statistics)
      : settings_(&settings),
        files_(&files),
        kernels_(&kernels),
        checks_(settings, files, kernels, statistics),
        visa_(*settings.device().gen, files.directory() / i915::kVisaDirectory),
        trace_(tracer()),
        profiler_(settings.profiler()) {}

  gpu::ExecutorOptions executor() override;
  bool has_debugger() const override { return debugger_ != nullptr; }
  bool take(gpu::Report& report) override { return checks_.take(report); }
  bool executes_visa() const override { return settings_->visa != settings::VisaUse::none; }
  void write_profile() override;
  void end() override;

  std::uint64_t launch(const eugene_launched& launch) override { return checks_.launch(launch); }
  void take_back(std::uint64_t launch) override { checks_.launches().take_back(launch); }
  void share(std::uint64_t address, std::size_t bytes, std::size_t room) override {
    checks_.launches().share(address, bytes, room);
  }
  void read_back(std::uint64_t buffer, std::uint64_t offset, std::uint64_t bytes) override {
    checks_.read_back(buffer, offset, bytes);
  }
  void access(const eugene_access& access) override { checks_.access(access); }
  void misuse(const eugene_misuse& misuse) override { checks_.misuse(misuse); }

 private:
  std::shared_ptr<accesses::TraceSource> tracer() const;
  std::shared_ptr<const gpu::Substitute> find_visa(std::span<const std::byte> code);

  const settings::Settings* settings_;
  RunFiles* files_;
  KernelDirectory* kernels_;
  Checks checks_;
  VisaKernels visa_;
  std::shared_ptr<accesses::TraceSource> trace_;  // null: no trace
  std::shared_ptr<profile::Profiler> profiler_;   // null: no profile
  std::shared_ptr<debug::DebugSource> debugger_;  // null: no debugger
};

std::shared_ptr<accesses::TraceSource> AllWatchers::tracer() const {
  return settings_->tracer([kernels = kernels_](std::span<const std::byte> code) {
    binary::KernelOrigin origin = kernels->origin(code);
    return accesses::KernelFacts{.name = std::move(origin.name),
                                 .lines = std::move(origin.lines),
                                 .surfaces = binary::surface_names(origin.arguments)};
  });
}

gpu::ExecutorOptions AllWatchers::executor() {
  if (const auto socket = files_->directory() / i915::kDebuggerSocket; debug::Connection::is_offered(socket))
    debugger_ = std::make_shared<debug::DebugSource>(
        std::make_unique<debug::Connection>(socket),
        [this](std::span<const std::byte> code) { return kernels_->program_text(code); });
  gpu::ObserverSources others = checks_.observers(debugger_);
  if (trace_ != nullptr) others.push_back(trace_);
  gpu::ExecutorOptions result = settings_->executor(
      profiler_, [this](std::span<const std::byte> code) { return kernels_->name(code); }, std::move(others));
  if (debugger_ != nullptr) {
    result.observers.push_back(debugger_);  // first, as it decides whether a dispatch is checked
    for (auto& each : checks_.observers_for_debugger(debugger_)) result.observers.push_back(std::move(each));
  }
  if (!executes_visa()) return result;
  result.find_substitute = [this](std::span<const std::byte> code) { return find_visa(code); };
  result.compares_substitutes = settings_->visa == settings::VisaUse::compare;
  return result;
}

std::shared_ptr<const gpu::Substitute> AllWatchers::find_visa(std::span<const std::byte> code) {
  Diagnostics problems;
  const auto compiled = kernels_->compiled_code(code);
  auto found = visa_.find(compiled.value_or(binary::CompiledCode{.code = {code.begin(), code.end()}, .addresses = {}}),
                          problems);
  if (found != nullptr) return found;
  const std::string name = kernels_->name(code);
  fmt::print(
      stderr, "eugene: kernel {}: its machine code is executed: {}\n", name.empty() ? "without a name" : name,
      problems.empty() ? "there is no vISA of it, as of programs that come as binaries without" : "its vISA cannot be");
  for (const Diagnostic& each : problems) fmt::print(stderr, "{}", format(each));
  return nullptr;
}

void AllWatchers::write_profile() {
  if (profiler_ == nullptr) return;
  std::vector<profile::KernelCounts> kernels = profiler_->kernels();
  for (profile::KernelCounts& each : kernels) {
    binary::KernelOrigin origin = kernels_->origin(each.code);
    each.name = std::move(origin.name);
    each.lines = std::move(origin.lines);
    each.surfaces = binary::surface_names(origin.arguments);
  }
  files_->write(i915::kProfilePrefix, profile::counts_to_json(kernels));
}

void AllWatchers::end() {
  if (trace_ == nullptr) return;
  if (const Result<void> done = trace_->finish(); !done) {
    fmt::print(stderr, "eugene: the trace is not complete: {}\n", done.error().message);
    std::error_code ignored;  // the missing file shows `eugene run` that the trace is incomplete
    std::filesystem::remove(files_->directory() / i915::kTracesFile, ignored);
  }
}

}  // namespace

std::unique_ptr<Watchers> make_watchers(const settings::Settings& settings, RunFiles& files, KernelDirectory& kernels,
                                        Statistics& statistics) {
  return std::make_unique<AllWatchers>(settings, files, kernels, statistics);
}

}  // namespace eugene::inside::process
