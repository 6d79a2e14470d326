// Runs of launches, to their end or step by step.
#include <optional>

#include "check/finding/collection.h"
#include "check/finding/text.h"
#include "gpu/report.h"
#include "handles.h"
#include "profile/profiler.h"

using namespace eugene;
using capi::failed;
using capi::guarded;

namespace {

// Keeps each distinct finding once, like `eugene run --check`.
void keep_findings(eugene_launch& launch, std::vector<check::Finding> found) {
  check::Collection all;
  for (check::Finding& each : found) all.add(std::move(each));
  launch.findings = all.findings();
  for (const check::Finding& each : launch.findings) launch.finding_texts.push_back(check::format(each));
}

eugene_status run_binary(eugene_launch& launch) {
  eugene_machine& machine = *launch.program->machine;
  const check::Kinds kinds = launch.check.value_or(machine.settings.check);
  capi::CheckedExecutor* checked = kinds.any() ? &machine.get(kinds) : nullptr;
  if (checked != nullptr) checked->checks->begin(*launch.program->kernel(launch.kernel), launch.launch);
  gpu::Executor* executor = checked == nullptr ? nullptr : checked->executor.get();
  const auto profiler = launch.is_profiled ? std::make_shared<profile::Profiler>() : nullptr;
  std::unique_ptr<gpu::Executor> profiling;
  if (profiler != nullptr) {
    profiling = machine.get().executor(machine.options_for(
        machine.settings.check, profiler, checked == nullptr ? gpu::ObserverSources() : checked->checks->sources()));
    executor = profiling.get();
  }
  auto stats = machine.get().launch(launch.program->loaded, launch.kernel, launch.launch, executor);
  if (profiler != nullptr) {
    for (profile::KernelCounts& each : profiler->kernels()) launch.profile = std::move(each);
  }
  if (!stats) return failed(stats.error(), EUGENE_WRONG);
  launch.stats = *std::move(stats);
  launch.output = machine.get().printed();
  if (checked != nullptr) keep_findings(launch, checked->checks->take(launch.stats));
  return launch.stats.fault ? failed(gpu::format({.kernel = launch.stats.fault}), EUGENE_FAULTED) : EUGENE_OK;
}

// Marks the machine as running a launch for the lifetime of this object.
class Running {
 public:
  explicit Running(eugene_machine& machine) : machine_(machine), has_begun_(!machine.runs.exchange(true)) {}
  ~Running() {
    if (has_begun_) machine_.runs = false;
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  // Returns false if another host thread already runs a launch.
  bool has_begun() const { return has_begun_; }

 private:
  eugene_machine& machine_;
  bool has_begun_;
};

eugene_status require_begun(const Running& running) {
  return running.has_begun() ? EUGENE_OK
                             : failed("another host thread is running a launch of the machine", EUGENE_USAGE);
}

// Returns the result of eugene_launch_step() and similar functions.
eugene_status finish_launch(eugene_launch& launch) {
  if (launch.stepper.is_started()) return EUGENE_OK;
  launch.program->machine->stepped = nullptr;
  launch.activity = Activity::none;
  return launch.result == EUGENE_OK ? EUGENE_OK : failed(launch.error, launch.result);
}

eugene_status go_on(eugene_launch* launch, const capi::Stepper::Goal& goal) {
  if (const auto status = capi::require_live(launch); status != EUGENE_OK) return status;
  eugene_machine* machine = launch->program->machine;
  if (const auto status = capi::require_at_rest(machine); status != EUGENE_OK) return status;
  if (!launch->stepper.is_started()) return failed("the launch is not stopped", EUGENE_USAGE);
  if (goal.kind == capi::Stepper::Goal::Kind::back && launch->stepper.is_at_beginning())
    return failed(
        "the launch is at its first instruction, or at the first of the smaller groups at its edges: it cannot go back",
        EUGENE_USAGE);
  {
    const Running running(*machine);
    if (const auto status = require_begun(running); status != EUGENE_OK) return status;
    launch->stepper.go_on(goal);
  }
  return finish_launch(*launch);
}

}  // namespace

eugene_status capi::require_idle(eugene_launch* launch) {
  if (const auto status = require_live(launch); status != EUGENE_OK) return status;
  if (launch->activity == Activity::none) return EUGENE_OK;
  return failed("the launch has been started and has not ended", EUGENE_USAGE);
}

eugene_status capi::run(eugene_launch& launch) {
  eugene_machine& machine = *launch.program->machine;
  launch.findings.clear();
  launch.finding_texts.clear();
  launch.profile.reset();
  launch.output.clear();
  Stepper* stepper = launch.activity == Activity::steps ? &launch.stepper : nullptr;
  const auto hooked = machine.hooks->hold(launch.hook, stepper);
  const auto stepped = machine.steps->hold(stepper);
  const eugene_status status = launch.program->text != nullptr ? run_text(launch) : run_binary(launch);
  if (!machine.is_cancelled || status == EUGENE_WRONG) return status;
  return failed("eugene_launch_interrupt() has ended the launch", EUGENE_STOPPED);
}

eugene_status eugene_launch_run(eugene_launch* launch) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_live(launch); status != EUGENE_OK) return status;
    eugene_machine& machine = *launch->program->machine;
    if (const auto status = capi::require_no_steps(&machine); status != EUGENE_OK) return status;
    const Running running(machine);
    if (const auto status = require_begun(running); status != EUGENE_OK) return status;
    machine.is_cancelled = false;
    launch->activity = Activity::runs;
    const eugene_status status = guarded(EUGENE_WRONG, [&] { return capi::run(*launch); });
    launch->activity = Activity::none;
    return status;
  });
}

eugene_status eugene_launch_interrupt(eugene_launch* launch) {
  return guarded(EUGENE_WRONG, [&] {
    if (!capi::is_maybe_live(launch)) return failed("this is not a launch", EUGENE_USAGE);
    switch (launch->activity.load()) {
      case Activity::none: break;
      case Activity::runs: launch->program->machine->is_cancelled = true; break;
      case Activity::steps: launch->stepper.interrupt(); break;
    }
    return EUGENE_OK;
  });
}

eugene_status eugene_launch_start(eugene_launch* launch) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_live(launch); status != EUGENE_OK) return status;
    eugene_machine& machine = *launch->program->machine;
    if (const auto status = capi::require_no_steps(&machine); status != EUGENE_OK) return status;
    std::optional<Running> running(std::in_place, machine);
    if (const auto status = require_begun(*running); status != EUGENE_OK) return status;
    machine.is_cancelled = false;
    machine.get();  // created here, because it may fail
    launch->activity = Activity::steps;
    machine.stepped = launch;
    const bool has_begun = guarded(false, [&] {
      launch->stepper.start([launch] {
        launch->result = guarded(EUGENE_WRONG, [&] { return capi::run(*launch); });
        launch->error = capi::last_error();  // last_error() belongs to this host thread
      });
      return true;
    });
    running.reset();
    if (has_begun) return finish_launch(*launch);
    // No host thread could be started.
    machine.stepped = nullptr;
    launch->activity = Activity::none;
    return EUGENE_WRONG;
  });
}

namespace {

eugene_status step(eugene_launch* launch, capi::Stepper::Goal::Kind kind, uint64_t instructions) {
  return guarded(EUGENE_WRONG, [&] {
    if (instructions == 0) return failed("a step needs at least one instruction", EUGENE_USAGE);
    return go_on(launch, {.kind = kind, .steps = instructions});
  });
}

}  // namespace

eugene_status eugene_launch_step(eugene_launch* launch, uint64_t instructions) {
  return step(launch, capi::Stepper::Goal::Kind::steps, instructions);
}

eugene_status eugene_launch_step_back(eugene_launch* launch, uint64_t instructions) {
  return step(launch, capi::Stepper::Goal::Kind::back, instructions);
}

eugene_status eugene_launch_continue(eugene_launch* launch, uint32_t until) {
  return guarded(EUGENE_WRONG, [&] {
    using Kind = capi::Stepper::Goal::Kind;
    return go_on(launch, {.kind = until == EUGENE_NO_OFFSET ? Kind::end : Kind::until, .until = until});
  });
}

eugene_status eugene_launch_place(const eugene_launch* launch, eugene_place* place, size_t bytes) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_live(launch); status != EUGENE_OK) return status;
    if (const auto status = capi::require_room(place, bytes, "eugene_place"); status != EUGENE_OK) return status;
    *place = {};
    const capi::StopPlace* at = launch->stepper.place();
    if (at == nullptr) return EUGENE_OK;
    *place = {.group = at->group,
              .executed = at->executed,
              .thread = at->thread,
              .threads = launch->stepper.group().count,
              .instruction = at->ip,
              .channels = at->channels,
              .stop = static_cast<uint32_t>(at->is_fault ? EUGENE_AT_FAULT : EUGENE_BEFORE),
              .reserved = 0};
    return EUGENE_OK;
  });
}
