#include "gpu/schedule/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gpu/instruction_text.h"
#include "gpu/schedule/arena.h"
#include "gpu/schedule/job.h"

namespace eugene::gpu {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

// Groups that a worker takes at a time: few enough that all end at about the same time, at most this many.
constexpr std::uint64_t kMostTaken = 64;
constexpr std::uint64_t kTurns = 16;  // how often each worker can take some

functions::Environment environment(const Dispatch& dispatch) {
  functions::Environment environment;
  environment.general_state_base = dispatch.bases.general;
  if (dispatch.bases.general_size != 0) environment.general_state_bytes = dispatch.bases.general_size;
  environment.surface_state_base = dispatch.bases.surface;
  environment.dynamic_state_base = dispatch.bases.dynamic;
  environment.binding_table = dispatch.descriptor.binding_table;
  environment.sampler_state = dispatch.descriptor.sampler_state;
  return environment;
}

// Adds what the memory of its kernel says.
void explain(KernelFault& fault, memory::View& view) {
  fault.code = read_kernel(fault.kernel_address, view);
  if (fault.hint.empty()) {
    fault.hint = fmt::format("to see the whole kernel, run again with --save-kernels DIR, then: eugene dis DIR/{}",
                             kernel_file_name(fault.code));
  }
  fault.instruction = instruction_text(fault.kernel_address + fault.fault.ip, view);
}

}  // namespace

// What threads of `kernel` have been allowed and nobody has been told of: of each instruction the lowest group's, so
// that it does not depend on the number of workers.
std::vector<KernelFault> Executor::passed_now(const std::shared_ptr<TieredKernel>& kernel, unsigned workers) {
  std::map<std::uint32_t, std::pair<std::uint64_t, KernelFault>> first;
  for (unsigned worker = 0; worker < workers; ++worker) {
    for (auto& [ip, passed] : arenas_[worker]->passed) {
      const auto [found, is_new] = first.try_emplace(ip, passed);
      if (!is_new && passed.first < found->second.first) found->second = passed;
    }
  }
  std::vector<KernelFault> result;
  for (auto& [ip, passed] : first) {
    passed_[kernel].push_back(ip);
    result.push_back(std::move(passed.second));
  }
  return result;
}

Executor::Executor(const Device& device, WorkerPool& pool, const ExecutorOptions& options, const Clock& clock)
    : device_(&device),
      pool_(&pool),
      options_(options),
      clock_(&clock),
      tiers_(options.tiers == nullptr ? std::make_shared<Tiers>() : options.tiers),
      kernels_(tiers_, options.save_kernels) {}

Executor::~Executor() = default;

SteadyTime Executor::deadline() const {
  return options_.timeout.count() == 0 ? SteadyTime::max() : std::chrono::steady_clock::now() + options_.timeout;
}

Result<DispatchStats> Executor::run(const Dispatch& dispatch, memory::PageSource& space) {
  const unsigned threads = dispatch.threads_of_group();
  if (threads > device_->max_group_threads()) {
    return eugene::fail(
        fmt::format("GPGPU_WALKER: a group has {} threads; the limit is {}", threads, device_->max_group_threads()));
  }
  const SteadyTime start = std::chrono::steady_clock::now();
  if (arenas_.empty()) arenas_.push_back(std::make_unique<Arena>());
  memory::View& view = arenas_[0]->attach(space);
  const auto kernel = kernels_.find(dispatch.kernel_address(), start_control(dispatch), view);
  if (!kernel) return std::unexpected(kernel.error());
  const eu::Coverage coverage = coverage_of(dispatch, (*kernel)->kernel());
  // Threads in flight have different FFTIDs, and kernels size scratch space by the threads the device has.
  const std::uint64_t resident = std::max(device_->total_threads() / threads, 1U);
  const std::uint64_t groups = dispatch.groups();
  const auto workers =
      static_cast<unsigned>(std::clamp<std::uint64_t>(groups, 1, std::min<std::uint64_t>(pool_->size(), resident)));
  tiers_->prepare(**kernel, coverage, workers);
  Job job{.device = device_,
          .dispatch = &dispatch,
          .tiers = tiers_.get(),
          .kernel = *kernel,
          .groups = groups,
          .start = start,
          .deadline = deadline(),
          .options = &options_,
          .workers = workers,
          .threads = threads,
          .coverage = coverage,
          .taken = std::clamp<std::uint64_t>(groups / kTurns / workers, 1, kMostTaken),
          .environment = environment(dispatch)};
  job.environment.passes = {.unmapped_reads = options_.passes_unmapped_reads, .bounds = options_.notes_bounds};
  if (const auto passed = passed_.find(*kernel); passed != passed_.end())
    job.environment.passes.instructions = passed->second;
  job.next_progress = options_.progress_after.count();
  while (arenas_.size() < workers) arenas_.push_back(std::make_unique<Arena>());
  for (unsigned worker = 0; worker < workers; ++worker) arenas_[worker]->begin(job);
  pool_->run(workers, [&](unsigned worker) { arenas_[worker]->work(job, worker, space); });

  DispatchStats total;
  TierCounts interpreted;
  TierCounts compiled;
  std::uint64_t fault_group = kNoGroup;
  for (unsigned worker = 0; worker < workers; ++worker) {
    Arena& arena = *arenas_[worker];
    total.groups += arena.groups;
    interpreted += arena.runner.interpreted();
    compiled += arena.runner.compiled();
    if (arena.fault_group < fault_group) {
      fault_group = arena.fault_group;
      total.fault = std::move(arena.fault);
    }
  }
  if (total.fault) explain(*total.fault, view);
  total.passed = passed_now(*kernel, workers);
  for (KernelFault& each : total.passed) explain(each, view);
  total.threads = interpreted.threads + compiled.threads;
  total.instructions = interpreted.instructions + compiled.instructions;
  total.lane_operations = interpreted.lane_operations + compiled.lane_operations;
  total.time = std::chrono::steady_clock::now() - start;
  (*kernel)->count_dispatch(interpreted, compiled, total.time);
  return total;
}

}  // namespace eugene::gpu
