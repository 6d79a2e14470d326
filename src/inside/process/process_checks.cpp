// The checks of `eugene run --check` and the debugger in this process.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <memory>
#include <utility>

#include "check/check_source.h"
#include "check/finding/collection.h"
#include "check/finding/text.h"
#include "debug/debug_source.h"
#include "process.h"
#include "shader_programs.h"

namespace eugene::i915 {

check::Host Process::check_host() {
  return {
      .launches = &*launches_,
      .init_results = &*init_results_,
      .inexact_results = &*inexact_results_,
      .overlaps = &*overlaps_,
      .kernels_of = [this](std::span<const std::byte> code, bool again) { return kernels_of(code, again); },
      .origin_of = [this](std::span<const std::byte> code, const std::string& name) { return origin_of(code, name); },
      .has_no_lines =
          [this](const std::string& kernel) {
            const std::scoped_lock lock(counts_->mutex);
            (*checked_)->has_no_lines(kernel);
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
            const std::scoped_lock lock(counts_->mutex);
            (*checked_)->hint(kernel, text);
          },
      .seen = {},
      .shaders = loaded_shaders,
      .shader_of =
          [this](std::span<const std::byte> code, std::uint64_t invocations) {
            return shader_programs_->shader_of(directory_ / kShadersDirectory, code, invocations);
          },
      .is_wanted = {}};
}

gpu::ObserverSources Process::checks() {
  if (!CheckSource::has_any(settings_.check)) return {};
  check::Host host = check_host();
  if (debugger_ != nullptr) host.seen = [this](const check::Finding& finding) { stop_at(finding); };
  return {std::make_shared<CheckSource>(settings_.check, std::move(host))};
}

// Adds the observers of a debugged program. Its checks stop at each finding, and report findings only in a checked run.
void Process::add_debugger(gpu::ExecutorOptions& options) {
  options.progress = nullptr;              // the user knows when the program is stopped
  options.observers.push_back(debugger_);  // first, as it decides whether a dispatch is checked
  if (!CheckSource::has_any(settings_.check)) {
    check::Host host = check_host();
    host.has_no_lines = [](const std::string&) {};
    host.found = [](check::Finding&&) {};
    host.executed = [](const check::KernelFidelity&, std::uint64_t) {};
    host.incomplete = [](const std::string&, std::uint64_t) {};
    host.hint = {};
    host.seen = [this](const check::Finding& finding) { stop_at(finding); };
    host.is_wanted = [this] { return debugger_->is_watching(); };
    options.observers.push_back(std::make_shared<CheckSource>(check::debugger_kinds(), std::move(host)));
  }
}

void Process::stop_at(const check::Finding& finding) {
  debug::SeenFinding seen{.id = finding.id, .text = check::format(finding)};
  if (!finding.sites.empty() && finding.sites.back().item) {
    seen.thread = finding.sites.back().item->thread;
    seen.channel = finding.sites.back().item->channel;
  }
  debugger_->seen(seen);
}

// Whether the program has launched any of the kernels that have this code.
bool Process::is_launched(const gpu::KernelFault& fault) {
  if (launches_->knows(fault.kernel)) return true;
  return std::ranges::any_of(kernels_of(fault.code, false),
                             [this](const auto& kernel) { return launches_->knows(kernel->name); });
}

// Returns false if the report is not a finding of a checked run and must be printed unchanged.
bool Process::take_finding(gpu::Report& report) {
  // The memory check has reported this access already.
  if (settings_.check.has(check::Kind::memory) && report.is_warning() && report.kernel) {
    const bool is_of_shader =
        report.kernel->fault.cause == eu::FaultCause::bounds && loaded_shaders() != check::Shaders::none;
    if (is_of_shader || is_launched(*report.kernel)) return true;
  }
  const std::scoped_lock lock(counts_->mutex);
  const Taken taken = (*checked_)->take(report, counts_->stats.work.dispatches);
  if (taken == Taken::kept) write_file(kFindingsPrefix, (*checked_)->json());
  return taken != Taken::no_finding;
}

void Process::keep(check::Finding finding) {
  const std::scoped_lock lock(counts_->mutex);
  if ((*checked_)->take(std::move(finding)) == Taken::kept) write_file(kFindingsPrefix, (*checked_)->json());
}

void Process::keep(const check::KernelFidelity& fidelity, std::uint64_t launch) {
  const std::scoped_lock lock(counts_->mutex);
  if ((*checked_)->take(fidelity, launch) == Taken::kept) write_file(kFindingsPrefix, (*checked_)->json());
}

// Prints findings before the launch, since the driver may abort the program for released memory.
std::uint64_t Process::launch(const eugene_launched& launch) {
  const std::uint64_t id = launches_->add(launch);
  for (const std::string& each : launches_->released(launch)) {
    keep({.id = "memory.freed",
          .what = fmt::format("kernel {} is launched with {}, which the program has released", launch.kernel, each),
          .kernel = launch.kernel,
          .launch = id});
  }
  return id;
}

void Process::access(const eugene_access& access) {
  if (!settings_.check.has(check::Kind::race)) return;
  auto found = overlaps_->accessed({.what = access.what,
                                    .buffer = access.buffer,
                                    .begin = access.begin,
                                    .end = access.end,
                                    .writes = access.writes != 0,
                                    .order = order_of(access.order)});
  for (check::Finding& each : found) keep(std::move(each));
}

void Process::misuse(const eugene_misuse& misuse) {
  keep({.id = misuse.id,
        .what = misuse.what,
        .kernel = misuse.kernel,
        .reference = misuse.reference,
        .hint = misuse.hint});
}

void Process::read_back(std::uint64_t buffer, std::uint64_t offset, std::uint64_t bytes) {
  auto found = check::merged(init_results_->read_back(buffer, offset, offset + bytes));
  for (check::Finding& each : found) keep(std::move(each));
}

}  // namespace eugene::i915
