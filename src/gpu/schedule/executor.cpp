#include "gpu/schedule/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gpu/instruction_text.h"
#include "gpu/schedule/job.h"
#include "gpu/schedule/payload.h"
#include "gpu/schedule/worker.h"
#include "gpu/substitute/compare.h"
#include "gpu/tiers/kernel_bytes.h"
#include "profile/profiler.h"

namespace eugene::gpu {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

// Groups that a worker takes at a time: few enough that all workers end at about the same time, at most this many.
constexpr std::uint64_t kMostTaken = 64;
constexpr std::uint64_t kTakesPerWorker = 16;

functions::Environment environment(const Dispatch& dispatch) {
  functions::Environment environment;
  environment.general_state_base = dispatch.bases.general;
  if (dispatch.bases.general_size != 0) environment.general_state_bytes = dispatch.bases.general_size;
  environment.surface_state_base = dispatch.bases.surface;
  environment.dynamic_state_base = dispatch.bases.dynamic;
  environment.bindless_surface_base = dispatch.bases.bindless_surface;
  environment.binding_table = dispatch.descriptor.binding_table;
  environment.sampler_state = dispatch.descriptor.sampler_state;
  return environment;
}

// What a profile needs to know of the device, and of L3CNTLREG: its usual division, with shared local memory where the
// kernel has any.
profile::Machine machine_of(const Device& device, const Dispatch& dispatch) {
  const std::uint32_t slm = dispatch.descriptor.slm_bytes;
  profile::Machine machine{.eus = device.total_eus(),
                           .threads_of_eu = device.threads,
                           .subslices = device.total_subslices(),
                           .l3_banks = device.l3_banks,
                           .l3_bank = memory::find_l3_bank(device.l3_bank_bytes),
                           .l3_control = dispatch.l3_control,
                           .has_slm = slm != 0};
  const unsigned in_threads = std::max(device.total_threads() / dispatch.threads_of_group(), 1U);
  machine.resident_groups =
      slm == 0 ? in_threads : std::min(in_threads, std::max(device.slm_bytes / slm, 1U) * device.total_subslices());
  return machine;
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

// Adds what can be read in the kernel's memory.
void Executor::explain(KernelFault& fault, const Program& program, memory::View& view) const {
  const isa::Gen& gen = *device_->gen;
  fault.code = read_kernel(gen, fault.kernel_address, view);
  if (fault.hint.empty()) {
    fault.hint = fmt::format("to see the whole kernel, run again with --save-kernels DIR, then: eugene dis DIR/{}",
                             kernel_file_name(fault.code));
  }
  fault.instruction = program.substitute != nullptr
                          ? program.substitute->text(fault.fault.ip)
                          : instruction_text(gen, fault.kernel_address + fault.fault.ip, view);
}

Executor::SubstituteKernel& Executor::substitute_of(const std::shared_ptr<TieredKernel>& kernel) {
  const auto [at, is_new] = substitutes_.try_emplace(kernel);
  SubstituteKernel& found = at->second;
  if (is_new) found.substitute = options_.find_substitute(kernel->bytes());
  if (is_new && found.substitute != nullptr)
    found.kernel = tiers_->add(found.substitute->kernel, found.substitute->bytes, kernel->control());
  return found;
}

Result<DispatchStats> Executor::run(const Dispatch& dispatch, memory::PageSource& space, memory::StateCache* states) {
  if (workers_.empty()) workers_.push_back(std::make_unique<Worker>());
  const auto kernel = kernels_.find(dispatch.kernel_address(), start_control(dispatch), workers_[0]->attach(space));
  if (!kernel) return std::unexpected(kernel.error());
  const Program machine_code{.kernel = *kernel, .tiers = tiers_.get(), .counted = kernel->get()};
  if (!options_.find_substitute) return run_program(machine_code, dispatch, space, states);
  SubstituteKernel& visa = substitute_of(*kernel);
  if (visa.substitute == nullptr) return run_program(machine_code, dispatch, space, states);
  if (options_.compares_substitutes) return compare_programs(machine_code, visa, dispatch, space, states);
  auto done = run_program(
      {.kernel = visa.kernel, .tiers = tiers_.get(), .substitute = visa.substitute.get(), .counted = kernel->get()},
      dispatch, space, states);
  if (done) done->is_visa = true;
  return done;
}

Result<DispatchStats> Executor::compare_programs(const Program& machine_code, SubstituteKernel& visa,
                                                 const Dispatch& dispatch, memory::PageSource& space,
                                                 memory::StateCache* states) {
  const auto run = [&](Program program, memory::PageSource& on, WriteWatch* watch) {
    program.most_workers = 1;
    program.watch = watch;
    if (watch != nullptr) {
      program.tiers = &interpreter_;
      program.kernel = interpreter_.add(program.kernel->kernel(), program.kernel->bytes(), program.kernel->control());
      program.counted = nullptr;
    }
    return run_program(program, dispatch, on, states);
  };
  const Program other{.kernel = visa.kernel, .tiers = tiers_.get(), .substitute = visa.substitute.get()};
  const std::uint64_t scratch_of_thread = std::uint64_t{1024} << dispatch.vfe.scratch_size_code;
  auto done =
      compare({.visa = [&](memory::PageSource& on, WriteWatch* watch) { return run(other, on, watch); },
               .machine_code = [&](memory::PageSource& on, WriteWatch* watch) { return run(machine_code, on, watch); },
               .ignored = {.first = dispatch.bases.general + dispatch.vfe.scratch_base,
                           .bytes = dispatch.vfe.scratch_base == 0 ? 0 : scratch_of_thread * device_->total_threads()},
               .locate = !visa.is_reported},
              space);
  if (!done) return done;
  done->is_visa = true;
  if (!done->difference) return done;
  Difference& difference = *done->difference;
  memory::View& view = workers_[0]->attach(space);
  difference.code = read_kernel(*device_->gen, dispatch.kernel_address(), view);
  if (difference.visa_write) difference.visa_write->instruction = visa.substitute->text(difference.visa_write->ip);
  if (difference.machine_write) {
    difference.machine_write->instruction =
        instruction_text(*device_->gen, dispatch.kernel_address() + difference.machine_write->ip, view);
  }
  difference.is_repeated = std::exchange(visa.is_reported, true);
  return done;
}

Result<DispatchStats> Executor::run_program(const Program& program, const Dispatch& dispatch, memory::PageSource& space,
                                            memory::StateCache* states) {
  const unsigned threads = dispatch.threads_of_group();
  if (threads > device_->max_group_threads()) {
    return eugene::fail(
        fmt::format("GPGPU_WALKER: a group has {} threads; the limit is {}", threads, device_->max_group_threads()));
  }
  const SteadyTime start = std::chrono::steady_clock::now();
  memory::View& view = workers_[0]->attach(space);
  const std::shared_ptr<TieredKernel>& kernel = program.kernel;
  const eu::ThreadChannels thread_channels = thread_channels_of(dispatch, kernel->kernel());
  // Threads in flight have different FFTIDs, and kernels size scratch space by the threads the device has.
  const std::uint64_t resident = std::max(device_->total_threads() / threads, 1U);
  const std::uint64_t groups = dispatch.groups();
  const auto workers = static_cast<unsigned>(
      std::clamp<std::uint64_t>(groups, 1, std::min<std::uint64_t>({pool_->size(), resident, program.most_workers})));
  program.tiers->prepare(*kernel, thread_channels, workers);
  Job job{.device = device_,
          .dispatch = &dispatch,
          .space = &space,
          .tiers = program.tiers,
          .kernel = kernel,
          .groups = groups,
          .start = start,
          .deadline = deadline(),
          .options = &options_,
          .workers = workers,
          .threads = threads,
          .thread_channels = thread_channels,
          .taken = std::clamp<std::uint64_t>(groups / kTakesPerWorker / workers, 1, kMostTaken),
          .environment = environment(dispatch)};
  job.environment.states = states;
  job.environment.recoverable = {.unmapped_reads = options_.passes_unmapped_reads,
                                 .bounds = options_.notes_bounds,
                                 .stale_states = options_.checks_commands};
  if (const auto passed = passed_.find(kernel); passed != passed_.end())
    job.environment.recoverable.instructions = passed->second;
  job.watch = program.watch;
  std::unique_ptr<profile::DispatchRecord> record;
  if (options_.profiler != nullptr) {
    record = options_.profiler->begin(machine_of(*device_, dispatch), kernel->kernel(), kernel->bytes(), groups);
    job.record = record.get();
    job.taken = 1;  // so that groups end nearly in their order
  }
  job.next_progress = options_.progress_after.count();
  WorkerResult result = run_job(job);

  DispatchStats stats{.groups = result.groups};
  for (const TierCounts& tier : {result.interpreted, result.compiled}) {
    stats.threads += tier.threads;
    stats.instructions += tier.instructions;
    stats.lane_operations += tier.lane_operations;
  }
  if (result.fault) explain(stats.fault.emplace(std::move(result.fault->fault)), program, view);
  for (auto& [ip, each] : result.passed) {
    passed_[kernel].push_back(ip);
    explain(stats.passed.emplace_back(std::move(each.fault)), program, view);
  }
  stats.time = std::chrono::steady_clock::now() - start;
  if (record != nullptr) options_.profiler->end(std::move(record), stats.threads);
  if (program.counted != nullptr) program.counted->count_dispatch(result.interpreted, result.compiled, stats.time);
  return stats;
}

WorkerResult Executor::run_job(Job& job) {
  while (workers_.size() < job.workers) workers_.push_back(std::make_unique<Worker>());
  std::vector<WorkerResult> results(job.workers);
  pool_->run(job.workers, [&](unsigned worker) { results[worker] = workers_[worker]->work(job, worker); });
  for (unsigned worker = 1; worker < job.workers; ++worker) results[0].add(std::move(results[worker]));
  return std::move(results[0]);
}

}  // namespace eugene::gpu
