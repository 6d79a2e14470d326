#include "gpu/schedule/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gpu/schedule/preempt/context_switch.h"
#include "gpu/schedule/work/payload.h"

namespace eugene::gpu {
namespace {

// Max expected processor time of short work.
constexpr std::chrono::microseconds kShort{25};

// Returns the places of the groups of `work`. Fails if a group does not fit.
Result<ThreadPools> pools_for(const Device& device, const Work& work) {
  Result<ThreadPools> pools = ThreadPools::make(device, work.pools);
  if (!pools || work.threads <= pools->max_threads()) return pools;
  return eugene::fail(fmt::format("GPGPU_WALKER: a group has {} threads; the limit is {} for a {}", work.threads,
                                  pools->max_threads(), pools->are_subslices() ? "subslice" : "pool of EUs"),
                      "BXT PRM vol6 Thread Pools");
}

}  // namespace

Executor::Executor(const Device& device, WorkerPool& pool, const ExecutorOptions& options)
    : device_(&device),
      options_(options),
      tiers_(options.tiers == nullptr ? std::make_shared<Tiers>() : options.tiers),
      kernels_(*device.gen, tiers_, options.save_kernels),
      substitutes_(options.find_substitute, tiers_),
      variation_(options.fill, options.shuffle),
      workers_(pool),
      rehearsal_(device, workers_, options_),
      faults_(device) {}

Executor::~Executor() = default;

bool Executor::is_preempted() const {
  if (options_.preempt_instructions != 0) return true;
  return options_.preemption != nullptr && options_.preemption->is_past(std::chrono::steady_clock::now());
}

// Work that observers see, or that may run as vISA, is never short: its time does not predict the next dispatch.
bool Executor::is_short(const Work& work, memory::View& view) {
  if (!options_.observers.empty() || options_.find_substitute || options_.preempt_instructions != 0) return false;
  if (work.preemption_level != PreemptionLevel::thread) return false;
  const auto kernel = kernels_.find(work.kernel_address(), work.control[0], view);
  return kernel && (*kernel)->expected_time(work.groups * work.threads) <= kShort;
}

Result<DispatchStats> Executor::run(const Work& work, memory::PageSource& space, memory::StateCache* states,
                                    SuspendedJobPtr* left) {
  const Request request{.work = work, .space = space, .states = states, .left = left};
  if (left != nullptr && *left != nullptr) return resume(request);
  const auto kernel = kernels_.find(work.kernel_address(), work.control[0], workers_.attach(space));
  if (!kernel) return std::unexpected(kernel.error());
  const ExecutedProgram machine_code{.kernel = *kernel, .tiers = tiers_.get(), .counted = kernel->get()};
  SubstituteKernel* const visa = substitutes_.find(*kernel);
  if (visa == nullptr) return run_program(machine_code, request);
  ExecutedProgram substitute{.kernel = visa->kernel, .tiers = tiers_.get(), .substitute = visa->substitute.get()};
  if (options_.compares_substitutes) {
    return rehearsal_.compare({.machine_code = machine_code, .visa = substitute, .kernel = *visa}, work, space,
                              [&](const ExecutedProgram& program, memory::PageSource& copies) {
                                return run_program(program, {.work = work, .space = copies, .states = states});
                              });
  }
  substitute.counted = kernel->get();
  return run_program(substitute, request);
}

Result<DispatchStats> Executor::run_program(const ExecutedProgram& program, const Request& request) {
  Result<SuspendedJobPtr> begun = begin(program, request);
  if (!begun) return std::unexpected(begun.error());
  return run_job(std::move(*begun), request.left);
}

DispatchStats Executor::resume(const Request& request) {
  memory::View& view = workers_.attach(request.space);
  SuspendedJobPtr suspended = std::exchange(*request.left, nullptr);
  suspended->job.resume();
  if (!switch_context(*suspended, Transfer::restore, kernels_, view)) return end(*suspended);
  return run_job(std::move(suspended), request.left);
}

// Makes the job of a program: asks who observes the dispatch, and runs the trials that observers want.
Result<SuspendedJobPtr> Executor::begin(const ExecutedProgram& program, const Request& request) {
  const Result<ThreadPools> pools = pools_for(*device_, request.work);
  if (!pools) return std::unexpected(pools.error());
  const Dispatch dispatch{
      .device = *device_, .program = program, .work = request.work, .pools = *pools, .space = request.space};
  memory::View& view = workers_.attach(request.space);
  DispatchObservers observers = observe(dispatch);
  const bool needs_one = variation_.needs_one_worker() ||
                         std::ranges::any_of(observers, [](const auto& each) { return each->needs_one_worker(); });
  const unsigned workers = workers_.count(request.work, *pools, needs_one ? 1 : program.max_workers);
  program.tiers->prepare(*program.kernel, dispatch.thread_channels(), workers);
  SuspendedJobPtr suspended(new SuspendedJob{.job = Job(dispatch, workers, options_)});
  Job& job = suspended->job;
  job.observers = std::move(observers);
  variation_.vary(job, view);
  job.environment.states = request.states;
  job.environment.recoverable = recoverable_faults(job);
  job.next_progress = options_.progress_after.count();
  job.next_latest_progress = options_.latest_progress_every.count();
  job.allow_preemptions(request.left != nullptr);
  return suspended;
}

// Returns the observers of a dispatch, after the trials that they want.
DispatchObservers Executor::observe(const Dispatch& dispatch) {
  const std::shared_ptr<TieredKernel>& kernel = dispatch.program.kernel;
  DispatchObservers observers;
  for (const auto& source : options_.observers) {
    auto observer = source->dispatch_begins({.device = *device_,
                                             .work = dispatch.work,
                                             .pools = dispatch.pools,
                                             .kernel = kernel->kernel(),
                                             .code = kernel->bytes(),
                                             .groups = dispatch.work.groups,
                                             .space = dispatch.space});
    if (observer != nullptr) observers.push_back(std::move(observer));
  }
  for (const auto& each : observers) {
    if (Trial* const trial = each->trial()) rehearsal_.try_out(*trial, dispatch);
  }
  return observers;
}

functions::RecoverableFaults Executor::recoverable_faults(const Job& job) {
  const std::shared_ptr<TieredKernel>& kernel = job.program.kernel;
  functions::RecoverableFaults faults{
      .unmapped_reads = options_.recovers_from_unmapped_reads,
      .bounds = options_.notes_bounds,
      .empty_surfaces = options_.reports_empty_surfaces && options_.reports_empty_surfaces(kernel->bytes()),
      .stale_states = options_.checks_commands,
      .linked_counts = options_.checks_commands && !job.pools.are_subslices()};
  if (job.work->stage == Stage::pixel) faults.helpers = eu::HelperPixels(kernel->kernel().program());
  const bool needs_all =
      std::ranges::any_of(job.observers, [](const auto& each) { return each->needs_all_recoveries(); });
  if (!needs_all) faults.instructions = faults_.reported(kernel);
  return faults;
}

// Runs a job until it ends or is preempted.
DispatchStats Executor::run_job(SuspendedJobPtr suspended, SuspendedJobPtr* left) {
  const auto start = std::chrono::steady_clock::now();
  Job& job = suspended->job;
  for (const auto& each : job.observers) job.taken = std::min(job.taken, each->max_groups_taken());
  // Waking another worker takes longer than a part of short work. If the work is not short after all, it is preempted,
  // and all workers continue it.
  suspended->result.add(workers_.run(job, is_brief_ ? 1 : job.workers));
  suspended->time += std::chrono::steady_clock::now() - start;
  if (!job.suspend()) {
    DispatchStats stats = end(*suspended);
    for (const auto& each : job.observers) each->dispatch_ends(stats.threads);
    return stats;
  }
  if (!switch_context(*suspended, Transfer::save, kernels_, workers_.view())) return end(*suspended);
  *left = std::move(suspended);
  return DispatchStats{};
}

DispatchStats Executor::end(SuspendedJob& suspended) {
  const Job& job = suspended.job;
  const WorkerResult& result = suspended.result;
  DispatchStats stats{.groups = result.groups,
                      .time = suspended.time,
                      .preemptions = job.preemptions.count,
                      .is_visa = job.program.substitute != nullptr,
                      .kernel = job.program.kernel};
  for (const TierCounts& tier : {result.interpreted, result.compiled}) {
    stats.threads += tier.threads;
    stats.instructions += tier.instructions;
    stats.lane_operations += tier.lane_operations;
  }
  faults_.add(suspended, workers_.view(), stats);
  if (is_cancelled() && !stats.fault) report_interruption(suspended);
  if (options_.latest_progress && job.next_latest_progress != options_.latest_progress_every.count())
    options_.latest_progress(nullptr);
  if (job.program.counted != nullptr)
    job.program.counted->count_dispatch({.stage = job.work->stage,
                                         .interpreted = result.interpreted,
                                         .compiled = result.compiled,
                                         .time = stats.time,
                                         .preemptions = stats.preemptions,
                                         .workers = is_brief_ ? 1 : job.workers});
  return stats;
}

// Reports an interrupted dispatch. A program may end without waiting for its last dispatch, so this is worth a line
// only if the dispatch has run for a while.
void Executor::report_interruption(const SuspendedJob& suspended) const {
  constexpr std::chrono::seconds kLong{1};
  const Job& job = suspended.job;
  if (!options_.progress || job.groups_done >= job.groups || suspended.time < kLong) return;
  job.tell_progress(suspended.time, true, options_.progress);
}

}  // namespace eugene::gpu
