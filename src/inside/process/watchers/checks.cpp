#include "checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <memory>
#include <utility>

#include "check/finding/text.h"
#include "debug/debug_source.h"
#include "i915/channel_names.h"
#include "process/kernel_directory.h"
#include "process/run_files.h"
#include "process/statistics.h"

namespace eugene::inside::process {
namespace {

using check::CheckSource;

// Stops the program at a finding.
void stop_at(debug::DebugSource& debugger, const check::Finding& finding) {
  debug::SeenFinding seen{.id = finding.id, .text = check::format(finding)};
  if (!finding.sites.empty() && finding.sites.back().item) {
    seen.thread = finding.sites.back().item->thread;
    seen.channel = finding.sites.back().item->channel;
  }
  debugger.seen(seen);
}

}  // namespace

Checks::Checks(const settings::Settings& settings, RunFiles& files, KernelDirectory& kernels, Statistics& statistics)
    : settings_(&settings), files_(&files), kernels_(&kernels), statistics_(&statistics), found_(settings) {}

check::Host Checks::host() {
  return {
      .launches = &launches_,
      .init_results = &init_results_,
      .inexact_results = &inexact_results_,
      .overlaps = &overlaps_,
      .list_kernels = [this](std::span<const std::byte> code, bool again) { return kernels_->kernels(code, again); },
      .find_origin = [this](std::span<const std::byte> code,
                            const std::string& name) { return kernels_->origin(code, name); },
      .has_no_lines =
          [this](const std::string& kernel) {
            const std::scoped_lock lock(mutex_);
            found_.has_no_lines(kernel);
          },
      .found = [this](check::Finding&& finding) { keep(std::move(finding)); },
      .executed = [this](const check::KernelFidelity& fidelity, std::uint64_t launch) { keep(fidelity, launch); },
      .incomplete =
          [is_told = std::make_shared<std::atomic_flag>()](const std::string& kernel, std::uint64_t launch) {
            if (is_told->test_and_set()) return;
            fmt::print(stderr,
                       "eugene: --check=race: launch {} of {} accesses too much memory: races in a part of it alone "
                       "were looked for\n",
                       launch, kernel);
          },
      .hint =
          [this](const std::string& kernel, const std::string& text) {
            const std::scoped_lock lock(mutex_);
            found_.hint(kernel, text);
          },
      .seen = {},
      .shaders = loaded_shaders,
      .find_shader =
          [this](std::span<const std::byte> code, std::uint64_t invocations) {
            return shader_programs_.find_shader(kernels_->directory() / i915::kShadersDirectory, code, invocations);
          },
      .is_wanted = {}};
}

gpu::ObserverSources Checks::observers(const std::shared_ptr<debug::DebugSource>& debugger) {
  if (!CheckSource::has_any(settings_->check)) return {};
  check::Host own = host();
  if (debugger != nullptr) own.seen = [debugger](const check::Finding& finding) { stop_at(*debugger, finding); };
  return {std::make_shared<CheckSource>(settings_->check, std::move(own))};
}

gpu::ObserverSources Checks::observers_for_debugger(const std::shared_ptr<debug::DebugSource>& debugger) {
  if (CheckSource::has_any(settings_->check)) return {};
  check::Host own = host();
  own.has_no_lines = [](const std::string&) {};
  own.found = [](check::Finding&&) {};
  own.executed = [](const check::KernelFidelity&, std::uint64_t) {};
  own.incomplete = [](const std::string&, std::uint64_t) {};
  own.hint = {};
  own.seen = [debugger](const check::Finding& finding) { stop_at(*debugger, finding); };
  own.is_wanted = [debugger] { return debugger->is_watching(); };
  return {std::make_shared<CheckSource>(check::debugger_kinds(), std::move(own))};
}

// Whether the program has launched any of the kernels that have this code.
bool Checks::is_launched(const gpu::KernelFault& fault) {
  if (launches_.knows(fault.kernel)) return true;
  return std::ranges::any_of(kernels_->kernels(fault.code, false),
                             [this](const auto& kernel) { return launches_.knows(kernel->name); });
}

bool Checks::take(gpu::Report& report) {
  // The memory check has reported this access already.
  if (settings_->check.has(check::Kind::memory) && report.is_warning() && report.kernel) {
    const bool is_of_shader =
        report.kernel->fault.cause == eu::FaultCause::bounds && loaded_shaders() != check::Shaders::none;
    if (is_of_shader || is_launched(*report.kernel)) return true;
  }
  const std::uint64_t launch = statistics_->dispatches();
  const std::scoped_lock lock(mutex_);
  const ReportResult taken = found_.take(report, launch);
  write_if(taken);
  return taken != ReportResult::no_finding;
}

void Checks::keep(check::Finding finding) {
  const std::scoped_lock lock(mutex_);
  write_if(found_.take(std::move(finding)));
}

void Checks::keep(const check::KernelFidelity& fidelity, std::uint64_t launch) {
  const std::scoped_lock lock(mutex_);
  write_if(found_.take(fidelity, launch));
}

void Checks::write_if(ReportResult taken) {
  if (taken == ReportResult::kept) files_->write(i915::kFindingsPrefix, found_.json());
}

// Prints findings before the launch, since the driver may abort the program for released memory.
std::uint64_t Checks::launch(const eugene_launched& launch) {
  const std::uint64_t id = launches_.add(launch);
  for (const std::string& each : launches_.released(launch)) {
    keep({.id = "memory.freed",
          .what = fmt::format("kernel {} is launched with {}, which the program has released", launch.kernel, each),
          .kernel = launch.kernel,
          .launch = id});
  }
  return id;
}

void Checks::access(const eugene_access& access) {
  if (!settings_->check.has(check::Kind::race)) return;
  auto found = overlaps_.accessed({.what = access.what,
                                   .buffer = access.buffer,
                                   .begin = access.begin,
                                   .end = access.end,
                                   .writes = access.writes != 0,
                                   .order = to_order(access.order)});
  for (check::Finding& each : found) keep(std::move(each));
}

void Checks::misuse(const eugene_misuse& misuse) {
  keep({.id = misuse.id,
        .what = misuse.what,
        .kernel = misuse.kernel,
        .reference = misuse.reference,
        .hint = misuse.hint});
}

void Checks::read_back(std::uint64_t buffer, std::uint64_t offset, std::uint64_t bytes) {
  auto found = check::merged(init_results_.read_back(buffer, offset, offset + bytes));
  for (check::Finding& each : found) keep(std::move(each));
}

}  // namespace eugene::inside::process
