#include "script/session.h"

#include <fmt/format.h>

#include <utility>

#include "script/case_device.h"
#include "script/case_dispatch.h"
#include "script/case_profile.h"
#include "script/case_program.h"
#include "script/compiled_program.h"
#include "script/findings.h"
#include "script/group_run.h"
#include "script/results.h"
#include "script/watched_group.h"

namespace eugene::script {
namespace {

// Returns the name of `place` in mismatch messages for thread `number`.
std::string find_name(const Case& one, const Place& place, unsigned number) {
  const bool several = place.of_threads() && one.threads * one.groups > 1 && !place.thread;
  return several ? fmt::format("thread {} {}", number, place.text) : place.text;
}

// Compares and prints the results of thread `index` of `group`. The last thread also handles places that do not belong
// to a thread.
void read_results(const Case& one, CaseDevice& device, unsigned group, unsigned index, CaseResult& result) {
  const unsigned number = group * one.threads + index;
  const bool last = number + 1 == one.threads * one.groups || (result.fault && index + 1 == one.threads);
  const auto concerns = [&](const Place& place) {
    return place.of_threads() ? place.thread.value_or(number) == number : last;
  };
  const Storage storage = device.storage(index);
  if (!result.faulted()) {
    for (const Expectation& expectation : one.expectations) {
      if (expectation.kind == Expectation::Kind::values && concerns(expectation.place))
        compare(storage, expectation, find_name(one, expectation.place, number), result.mismatches);
    }
  }
  for (const PrintRequest& request : one.prints) {
    if (!concerns(request.place)) continue;
    Printed printed = values_at(storage, request.place, number);
    const auto is_zero = [](const std::optional<std::uint64_t>& value) { return value == 0U; };
    if (request.skips_zeros && std::ranges::all_of(printed.values, is_zero)) continue;
    result.prints.push_back(std::move(printed));
  }
}

std::uint64_t count_dispatches(const std::vector<profile::KernelCounts>& kernels) {
  std::uint64_t dispatches = 0;
  for (const profile::KernelCounts& each : kernels) dispatches += each.dispatches;
  return dispatches;
}

}  // namespace

CaseResult run_case(const Script& script, const Case& unresolved, const RunOptions& options) {
  CaseResult result;
  const Rules rules = options.unchecked || unresolved.unchecked ? Rules::unchecked : Rules::checked;
  const auto program = assemble_case(script, unresolved, options.kernel, rules);
  if (!program) {
    result.problems = program.error();
    return result;
  }
  std::expected<Case, Diagnostics> resolved;
  if (script.is_visa) resolved = resolve_variables(unresolved, program->variables);
  if (!resolved) {
    result.problems = resolved.error();
    return result;
  }
  const Case& one = script.is_visa ? *resolved : unresolved;
  const bool fails = options.check || one.check;  // reports fail the case
  const bool checks = fails || options.remarks;
  result.warnings = program->warnings;
  CaseDevice device(
      program->kernel.program(), one, {.bounds = options.reports_bounds || one.reports_bounds, .stale_states = checks},
      {.own = options.memory, .is_mapped = options.from.state != nullptr, .beyond = options.beyond}, result.problems);
  if (!result.problems.empty()) return result;
  RunBudget budget{.instructions = options.instructions, .deadline = {}, .cancelled = options.cancelled};
  if (options.timeout.count() != 0) budget.deadline = std::chrono::steady_clock::now() + options.timeout;
  Findings findings(one, *program, !fails, result);
  std::optional<WatchedGroup> watched;  // of the last group that ran
  std::optional<CompiledProgram> compiled;
  std::optional<CaseProfile> counted;
  std::optional<InstructionTrace> traced;
  std::optional<CaseDispatch> dispatch;
  if (options.profile != nullptr) counted.emplace(one, *program, script.file, options.profile_model);
  if (options.observe) dispatch.emplace(one, *program, device, options.observe(script, one, *program));
  std::optional<eu::ThreadBlock> before;
  eu::Return next = options.from;  // the group to run
  if (dispatch && next.state != nullptr) dispatch->group_begins(static_cast<unsigned>(next.group), result);
  while (next.group < one.groups && !result.fault && !budget.is_cancelled()) {
    const auto group = static_cast<unsigned>(next.group);
    if (next.state == nullptr) {
      device.begin_group(group, program->system_ip, !one.system_routine.empty(), result.problems);
      if (!result.problems.empty()) return result;
      if (dispatch) dispatch->group_begins(group, result);
      if (options.prints_changes) before = device.threads();
    }
    if (checks) watched.emplace(one, *program, findings, device, group);
    if (options.trace) traced.emplace(program->kernel.program(), device.threads(), group * one.threads, options.trace);
    if (options.compiler != nullptr && group == 0 && !watched && !counted && !traced && !dispatch) {
      compiled.emplace(*options.compiler, *program, device.threads()[0].control[0]);
    }
    GroupRun run(*program, budget, device, group,
                 {.checker = watched ? &*watched : nullptr,
                  .recorder = counted ? &counted->recorder() : nullptr,
                  .trace = traced ? &*traced : nullptr,
                  .watchers = dispatch ? dispatch->observers() : std::span<const std::unique_ptr<eu::Observer>>(),
                  .compiled = compiled ? &*compiled : nullptr},
                 findings, result);
    if (const auto back = run.run(next.state.get())) {
      next = *back;
      result = dispatch->before(static_cast<unsigned>(next.group));
      continue;
    }
    if (options.group_ends) options.group_ends(device, group);
    for (unsigned i = 0; i < one.threads; ++i) read_results(one, device, group, i, result);
    if (before) result.prints = read_changes(*before, device.threads(), program->variables);
    next = {.group = next.group + 1};
  }
  if (counted) {
    profile::KernelCounts counts = counted->end(result.threads);
    for (profile::DispatchCounts& each : counts.each) each.number = count_dispatches(*options.profile);
    profile::add(*options.profile, std::move(counts));
  }
  findings.add_missing();
  return result;
}

}  // namespace eugene::script
