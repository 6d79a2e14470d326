#include "gpu/schedule/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gpu/instruction_text.h"
#include "gpu/schedule/job/job.h"
#include "gpu/schedule/job/suspended_job.h"
#include "gpu/schedule/preempt/context_save.h"
#include "gpu/schedule/work/payload.h"
#include "gpu/schedule/workers/worker.h"
#include "gpu/tiers/kernel_bytes.h"

namespace eugene::gpu {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

// Max groups that a worker takes at a time. With few groups, it takes fewer, so that all workers end at about the same
// time.
constexpr std::uint64_t kMaxTaken = 64;
constexpr std::uint64_t kTakesPerWorker = 16;

functions::Environment environment(const Work& work) {
  functions::Environment environment;
  environment.general_state_base = work.bases.general;
  if (work.bases.general_size != 0) environment.general_state_bytes = work.bases.general_size;
  environment.surface_state_base = work.bases.surface;
  environment.dynamic_state_base = work.bases.dynamic;
  environment.bindless_surface_base = work.bases.bindless_surface;
  environment.binding_table = work.binding_table;
  environment.sampler_state = work.sampler_state;
  return environment;
}

}  // namespace

Executor::Executor(const Device& device, WorkerPool& pool, const ExecutorOptions& options, const Clock& clock)
    : device_(&device),
      pool_(&pool),
      options_(options),
      clock_(&clock),
      tiers_(options.tiers == nullptr ? std::make_shared<Tiers>() : options.tiers),
      kernels_(*device.gen, tiers_, options.save_kernels) {}

Executor::~Executor() = default;

SteadyTime Executor::deadline() const {
  return options_.timeout.count() == 0 ? SteadyTime::max() : std::chrono::steady_clock::now() + options_.timeout;
}

bool Executor::is_preempted() const {
  if (options_.preempt_instructions != 0) return true;
  return options_.preemption != nullptr && options_.preemption->is_past(std::chrono::steady_clock::now());
}

// Adds facts to a fault that are read from the kernel's memory.
void Executor::explain(KernelFault& fault, const Substitute* substitute, memory::View& view) const {
  const isa::Gen& gen = *device_->gen;
  fault.code = read_kernel(gen, fault.kernel_address, view);
  if (fault.hint.empty()) {
    fault.hint = fmt::format("to see the whole kernel, run again with --save-kernels DIR, then: eugene dis DIR/{}",
                             kernel_file_name(fault.code));
  }
  fault.instruction = substitute != nullptr ? substitute->text(fault.fault.ip)
                                            : instruction_text(gen, fault.kernel_address + fault.fault.ip, view);
}

Result<DispatchStats> Executor::run(const Work& work, memory::PageSource& space, memory::StateCache* states,
                                    SuspendedJobPtr* left) {
  if (left != nullptr && *left != nullptr) {
    workers_[0]->attach(space);
    SuspendedJobPtr suspended = std::exchange(*left, nullptr);
    suspended->job.resume();
    if (!move_state(*suspended, Transfer::restore)) return end(*suspended);
    return run_job(std::move(suspended), left);
  }
  if (workers_.empty()) workers_.push_back(std::make_unique<Worker>());
  const auto kernel = kernels_.find(work.kernel_address(), work.control[0], workers_[0]->attach(space));
  if (!kernel) return std::unexpected(kernel.error());
  const ExecutedProgram machine_code{.kernel = *kernel, .tiers = tiers_.get(), .counted = kernel->get()};
  if (!options_.find_substitute) return run_program(machine_code, work, space, states, left);
  SubstituteKernel& visa = ensure_substitute(*kernel);
  if (visa.substitute == nullptr) return run_program(machine_code, work, space, states, left);
  if (options_.compares_substitutes) return compare_programs(machine_code, visa, work, space, states);
  return run_program(
      {.kernel = visa.kernel, .tiers = tiers_.get(), .substitute = visa.substitute.get(), .counted = kernel->get()},
      work, space, states, left);
}

Result<DispatchStats> Executor::run_program(const ExecutedProgram& program, const Work& work, memory::PageSource& space,
                                            memory::StateCache* states, SuspendedJobPtr* left) {
  Result<SuspendedJobPtr> begun = begin(program, work, space, states);
  if (!begun) return std::unexpected(begun.error());
  Job::Preemptions& preemptions = (*begun)->job.preemptions;
  preemptions.are_allowed =
      left != nullptr && (*begun)->job.observers.empty() && work.preemption_level != PreemptionLevel::command;
  preemptions.leave_groups = work.preemption_level == PreemptionLevel::thread;
  if (program.counted != nullptr) preemptions.before = program.counted->preemptions();
  return run_job(std::move(*begun), left);
}

// Runs a job until it ends or is preempted.
DispatchStats Executor::run_job(SuspendedJobPtr suspended, SuspendedJobPtr* left) {
  const SteadyTime start = std::chrono::steady_clock::now();
  Job& job = suspended->job;
  for (const auto& each : job.observers) job.taken = std::min(job.taken, each->max_groups_taken());
  suspended->result.add(run_workers(job));
  suspended->time += std::chrono::steady_clock::now() - start;
  if (!job.suspend()) {
    DispatchStats stats = end(*suspended);
    for (const auto& each : job.observers) each->dispatch_ends(stats.threads);
    return stats;
  }
  if (!move_state(*suspended, Transfer::save)) return end(*suspended);
  *left = std::move(suspended);
  return DispatchStats{};
}

// Saves or restores threads and local memory if the driver has given the context an image and a system routine. Returns
// false if that fails, which ends the work.
bool Executor::move_state(SuspendedJob& suspended, Transfer transfer) {
  const Work& work = *suspended.job.work;
  if (work.csr_base == 0 || work.system_ip == 0) return true;
  memory::View& view = *workers_[0]->view;
  const std::uint64_t address = (work.bases.instruction + work.system_ip) & memory::kAddressMask;
  const auto routine = kernels_.find(address, 0, view);
  for (unsigned number = 0; number != suspended.job.workers; ++number) {
    Job::Place& place = suspended.job.places[number];
    if (!place.work || !place.work->group) continue;
    SuspendedGroup& group = *place.work->group;
    std::optional<ContextSave::Failure> failure;
    if (routine) {
      ContextSave context(*device_, suspended.job.pools, work.csr_base, (*routine)->kernel(), view);
      failure = transfer == Transfer::save ? context.save(group, number) : context.restore(group, number);
    } else {
      failure = {.fault = {.what = "there is no system routine: " + routine.error().message}};
    }
    if (!failure) continue;
    suspended.result.add_fault(
        {.group = group.index,
         .fault = {.fault = std::move(failure->fault),
                   .kernel_address = address,
                   .group = work.payload->id(group.index),
                   .thread = failure->thread,
                   .hint = "the kernel was preempted; see STATE_SIP and GPGPU_CSR_BASE_ADDRESS"}});
    return false;
  }
  return true;
}

unsigned Executor::workers_for(const Work& work, const ThreadPools& pools, unsigned limit) const {
  // Threads in flight must have different FFTIDs, and kernels size scratch space by the device's number of threads.
  const std::uint64_t resident = pools.groups(work.threads);
  return static_cast<unsigned>(
      std::clamp<std::uint64_t>(work.groups, 1, std::min<std::uint64_t>({pool_->size(), resident, limit})));
}

Job Executor::make_job(const ExecutedProgram& program, const Work& work, memory::PageSource& space,
                       const ThreadPools& pools, unsigned workers, const ExecutorOptions& options) const {
  return {.device = device_,
          .work = &work,
          .space = &space,
          .program = program,
          .groups = work.groups,
          .start = std::chrono::steady_clock::now(),
          .deadline = deadline(),
          .options = &options,
          .workers = workers,
          .threads = work.threads,
          .pools = pools,
          .thread_channels = find_thread_channels(work, program.kernel->kernel()),
          .taken = std::clamp<std::uint64_t>(work.groups / kTakesPerWorker / workers, 1, kMaxTaken),
          .environment = environment(work),
          .places = std::vector<Job::Place>(workers)};
}

Result<SuspendedJobPtr> Executor::begin(const ExecutedProgram& program, const Work& work, memory::PageSource& space,
                                        memory::StateCache* states) {
  const unsigned threads = work.threads;
  const Result<ThreadPools> pools = ThreadPools::make(*device_, work.pools);
  if (!pools) return std::unexpected(pools.error());
  if (threads > pools->max_threads()) {
    return eugene::fail(fmt::format("GPGPU_WALKER: a group has {} threads; the limit is {} for a {}", threads,
                                    pools->max_threads(), pools->are_subslices() ? "subslice" : "pool of EUs"),
                        "BXT PRM vol6 Thread Pools");
  }
  workers_[0]->attach(space);
  const std::shared_ptr<TieredKernel>& kernel = program.kernel;
  std::vector<std::unique_ptr<DispatchObserver>> observers;
  for (const auto& source : options_.observers) {
    auto observer = source->dispatch_begins({.device = *device_,
                                             .work = work,
                                             .pools = *pools,
                                             .kernel = kernel->kernel(),
                                             .code = kernel->bytes(),
                                             .groups = work.groups,
                                             .space = space});
    if (observer != nullptr) observers.push_back(std::move(observer));
  }
  for (const auto& each : observers) {
    if (Trial* const trial = each->trial()) try_out(*trial, program, work, *pools, space);
  }
  const bool needs_one = options_.shuffle.is_on() ||
                         std::ranges::any_of(observers, [](const auto& each) { return each->needs_one_worker(); });
  const unsigned workers = workers_for(work, *pools, needs_one ? 1 : program.max_workers);
  program.tiers->prepare(*kernel, find_thread_channels(work, kernel->kernel()), workers);
  const SuspendedJobPtr suspended(new SuspendedJob{.job = make_job(program, work, space, *pools, workers, options_)});
  Job& job = suspended->job;
  job.observers = std::move(observers);
  vary(job);
  job.environment.states = states;
  job.environment.recoverable = {
      .unmapped_reads = options_.recovers_from_unmapped_reads,
      .bounds = options_.notes_bounds,
      .empty_surfaces = options_.reports_empty_surfaces && options_.reports_empty_surfaces(kernel->bytes()),
      .stale_states = options_.checks_commands,
      .linked_counts = options_.checks_commands && !job.pools.are_subslices()};
  const bool hears_all =
      std::ranges::any_of(job.observers, [](const auto& each) { return each->hears_all_recoveries(); });
  if (const auto recovered = recovered_.find(kernel); recovered != recovered_.end() && !hears_all)
    job.environment.recoverable.instructions = recovered->second;
  job.next_progress = options_.progress_after.count();
  job.next_latest_progress = options_.latest_progress_every.count();
  return suspended;
}

// Varies undefined contents and orders. Scratch memory holds remains of earlier threads, which are as undefined as the
// contents of new memory.
void Executor::vary(Job& job) {
  if (!options_.shuffle.is_on() && !options_.fill.is_there()) return;
  job.seed = mixed_seed(options_.shuffle.seed.value_or(0), dispatches_varied_++);
  if (options_.shuffle.is_on()) {
    job.shuffled.emplace(job.groups, job.seed);
    job.taken = 1;
  }
  const Work& work = *job.work;
  if (!options_.fill.is_there() || work.scratch_base == 0) return;
  std::vector<std::byte> contents(work.scratch_bytes());
  for (unsigned thread = 0; thread != device_->total_threads(); ++thread) {
    options_.fill.write(contents, mixed_seed(job.seed, thread));
    const std::uint64_t offset = work.bases.general + work.scratch_base + thread * contents.size();
    (void)workers_[0]->view->write(offset & memory::kAddressMask, contents);  // part of it may not be mapped
  }
}

DispatchStats Executor::end(SuspendedJob& suspended) {
  const std::shared_ptr<TieredKernel>& kernel = suspended.job.program.kernel;
  WorkerResult& result = suspended.result;
  memory::View& view = *workers_[0]->view;
  DispatchStats stats{.groups = result.groups,
                      .time = suspended.time,
                      .preemptions = suspended.job.preemptions.count,
                      .is_visa = suspended.job.program.substitute != nullptr};
  for (const TierCounts& tier : {result.interpreted, result.compiled}) {
    stats.threads += tier.threads;
    stats.instructions += tier.instructions;
    stats.lane_operations += tier.lane_operations;
  }
  if (result.fault)
    explain(stats.fault.emplace(std::move(result.fault->fault)), suspended.job.program.substitute, view);
  for (auto& [ip, each] : result.recovered) {
    std::vector<std::uint32_t>& known = recovered_[kernel];
    if (std::ranges::find(known, ip) != known.end()) continue;
    known.push_back(ip);
    explain(stats.recovered.emplace_back(std::move(each.fault)), suspended.job.program.substitute, view);
  }
  if (is_cancelled() && !stats.fault) tell_of_interruption(suspended);
  if (options_.latest_progress && suspended.job.next_latest_progress != options_.latest_progress_every.count())
    options_.latest_progress(nullptr);
  if (suspended.job.program.counted != nullptr)
    suspended.job.program.counted->count_dispatch(result.interpreted, result.compiled, stats.time, stats.preemptions);
  return stats;
}

// Reports an interrupted dispatch. A program may end without waiting for its last dispatch, so this is worth a line
// only if the dispatch has run for a while.
void Executor::tell_of_interruption(const SuspendedJob& suspended) const {
  constexpr std::chrono::seconds kLong{1};
  const Job& job = suspended.job;
  if (!options_.progress || job.groups_done >= job.groups || suspended.time < kLong) return;
  job.tell_progress(suspended.time, true, options_.progress);
}

WorkerResult Executor::run_workers(Job& job) {
  while (workers_.size() < job.workers) workers_.push_back(std::make_unique<Worker>());
  std::vector<WorkerResult> results(job.workers);
  pool_->run(job.workers, [&](unsigned worker) { results[worker] = workers_[worker]->work(job, worker); });
  for (unsigned worker = 1; worker < job.workers; ++worker) results[0].add(std::move(results[worker]));
  return std::move(results[0]);
}

}  // namespace eugene::gpu
