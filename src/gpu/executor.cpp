#include "gpu/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <limits>
#include <span>
#include <utility>

#include "eu/host_rounding.h"
#include "eu/interpreter.h"
#include "functions/barrier.h"
#include "functions/environment.h"
#include "functions/port.h"
#include "gpu/instruction_text.h"

namespace eugene::gpu {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

// Instructions a thread runs before the others of its group get a turn and the clock is looked at.
constexpr std::uint64_t kSlice = std::uint64_t{1} << 20;
// A worker looks at the clock, and tells the others how far it is, after so many instructions or groups.
constexpr std::uint64_t kLookInstructions = std::uint64_t{1} << 16;
constexpr std::uint64_t kLookGroups = 256;
// Groups that a worker takes at a time: few enough that all end at about the same time, at most this many.
constexpr std::uint64_t kMostTaken = 64;
constexpr std::uint64_t kTurns = 16;  // how often each worker can take some
constexpr std::uint64_t kNoGroup = std::numeric_limits<std::uint64_t>::max();
constexpr unsigned kBarriers = 32;  // BarrierID has five bits

// sr0.0 15:0: which slice, subslice, EU and slot thread `id` of the device occupies.
std::uint16_t topology(const Device& device, unsigned id) {
  const unsigned slot = id % device.threads;
  const unsigned eu = id / device.threads % device.eus;
  const unsigned subslice = id / device.threads / device.eus % device.subslices;
  const unsigned slice = id / device.threads / device.eus / device.subslices % device.slices;
  return static_cast<std::uint16_t>((slice << 14) | (subslice << 12) | (eu << 8) | slot);
}

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

enum class ThreadState : std::uint8_t { ready, waiting, ended };

// What all workers of one dispatch share.
struct Job {
  const Device* device;
  const Dispatch* dispatch;
  Tiers* tiers;
  std::shared_ptr<TieredKernel> kernel;
  std::uint64_t groups;
  SteadyTime start;
  SteadyTime deadline;
  const ExecutorOptions* options;
  unsigned threads;     // of a group
  std::uint64_t taken;  // groups at a time
  functions::Environment environment;
  std::atomic<std::uint64_t> next{0};
  // The lowest group with a fault so far: later ones need not run, earlier ones must, so that the fault reported
  // does not depend on the number of workers.
  std::atomic<std::uint64_t> faulted{kNoGroup};

  std::atomic<std::uint64_t> groups_done{0};
  std::atomic<std::uint64_t> instructions{0};
  std::atomic<std::chrono::nanoseconds::rep> next_progress{0};  // since the start

  bool is_cancelled() const {
    return options->cancelled != nullptr && options->cancelled->load(std::memory_order_relaxed);
  }
  // Looks at the clock: tells how far the work is where that is due. Whether the time allowed is over.
  bool is_late(memory::PageSource& space);
};

bool Job::is_late(memory::PageSource& space) {
  const SteadyTime now = std::chrono::steady_clock::now();
  if (now >= deadline) return true;
  const std::chrono::nanoseconds time = now - start;
  auto due = next_progress.load(std::memory_order_relaxed);
  if (!options->progress || time.count() < due || !next_progress.compare_exchange_strong(due, 2 * time.count())) {
    return false;
  }
  memory::View view(space);
  const std::vector<std::byte> code = read_kernel(dispatch->kernel_address(), view);
  options->progress({.kernel_address = dispatch->kernel_address(),
                     .code = code,
                     .groups_done = groups_done,
                     .groups = groups,
                     .instructions = instructions,
                     .time = time});
  return false;
}

}  // namespace

struct Executor::Arena {
  static constexpr std::size_t kSlmBytes = std::size_t{64} * 1024;

  std::vector<eu::Thread> threads;
  std::vector<eu::Thread> models;  // how each of them starts, but for the number of its group
  std::vector<ThreadState> states;
  std::vector<GroupId> numbers;  // of the groups of a batch
  std::unique_ptr<std::byte[]> slm;
  functions::Barrier barrier;
  std::optional<memory::View> view;
  std::optional<functions::Port> port;  // kept, for what it has decoded
  TierRunner runner;
  std::uint64_t groups = 0;          // done
  std::optional<KernelFault> fault;  // of the first group that had one here
  std::uint64_t fault_group = kNoGroup;

  // Before a dispatch; the worker may never come to work on it.
  void begin(Job& job) {
    runner.begin(*job.tiers, *job.kernel);
    groups = 0;
    has_models_ = false;
    fault.reset();
    fault_group = kNoGroup;
  }
  // Translations are good for one dispatch: page tables may have changed.
  memory::View& attach(memory::PageSource& space) { return view.emplace(space); }
  void work(Job& job, unsigned worker, memory::PageSource& space);

 private:
  void run_groups(Job& job, unsigned worker, memory::PageSource& space);
  bool goes_on(Job& job, std::uint64_t index, memory::PageSource& space);
  bool run_batch(Job& job, std::uint64_t first, std::uint64_t end, GroupId group, memory::PageSource& space);
  void make_models(const Job& job, unsigned worker);
  void start_group(const Job& job, const GroupId& group, unsigned first);
  void run_group(Job& job, std::uint64_t index, unsigned first, memory::PageSource& space);
  bool settle(Job& job, std::uint64_t index, unsigned i, const eu::Outcome& outcome, memory::PageSource& space);
  bool is_late(Job& job, memory::PageSource& space);
  void fail(Job& job, std::uint64_t index, unsigned thread, eu::Fault what, std::string hint = {});

  std::uint64_t instructions_untold_ = 0;
  std::uint64_t groups_untold_ = 0;
  bool has_models_ = false;  // of this dispatch
  bool can_batch_ = false;   // threads are as a Batch wants them
};

void Executor::Arena::work(Job& job, unsigned worker, memory::PageSource& space) {
  const std::uint32_t slm_bytes = job.dispatch->descriptor.slm_bytes;
  if (threads.size() < job.threads) {
    threads.resize(job.threads);
    models.resize(job.threads);
    states.resize(job.threads);
  }
  if (slm_bytes != 0 && slm == nullptr) slm = std::make_unique<std::byte[]>(kSlmBytes);
  if (worker != 0) attach(space);  // the dispatch itself has used worker 0's
  if (!port) port.emplace(isa::kGen9, *view);
  port->begin_dispatch(job.environment);
  const eu::HostRounding restored;
  std::fesetround(FE_TONEAREST);  // as compiled code wants it
  port->begin_group({.slm = {slm.get(), slm_bytes}, .barrier = &barrier});
  run_groups(job, worker, space);
  runner.end();
  groups += std::exchange(groups_untold_, 0);
}

void Executor::Arena::run_groups(Job& job, unsigned worker, memory::PageSource& space) {
  while (true) {
    const std::uint64_t first = job.next.fetch_add(job.taken);
    if (first >= job.groups) return;
    if (!std::exchange(has_models_, true)) make_models(job, worker);
    const std::uint64_t end = first + std::min(job.taken, job.groups - first);
    GroupId group = job.dispatch->group(first);
    for (std::uint64_t index = first; index < end; ++index, job.dispatch->advance(group)) {
      if (job.dispatch->descriptor.slm_bytes == 0 && runner.runs_batches(models[0])) {
        if (!run_batch(job, index, end, group, space)) return;
        break;
      }
      if (!goes_on(job, index, space)) return;
      start_group(job, group, 0);
      run_group(job, index, 0, space);
    }
  }
}

// Whether there is a point in starting a group.
bool Executor::Arena::goes_on(Job& job, std::uint64_t index, memory::PageSource& space) {
  if (index >= job.faulted || job.is_cancelled()) return false;
  if (instructions_untold_ < kLookInstructions && groups_untold_ < kLookGroups) return true;
  if (!is_late(job, space)) return true;
  fail(job, index, 0, {.what = "the dispatch did not end in the time allowed"},
       fmt::format("{} of {} groups have run; allow more with --timeout SECONDS", job.groups_done.load(), job.groups));
  return false;
}

// Groups [first, end), of which the first is number `group`, without coming back for each thread. False: no more
// groups.
bool Executor::Arena::run_batch(Job& job, std::uint64_t first, std::uint64_t end, GroupId group,
                                memory::PageSource& space) {
  numbers.clear();
  for (std::uint64_t index = first; index < end; ++index, job.dispatch->advance(group)) numbers.push_back(group);
  eu::Batch batch{.threads = threads.data(),
                  .models = models.data(),
                  .groups = numbers.data(),
                  .threads_of_group = job.threads,
                  .group_count = static_cast<std::uint32_t>(numbers.size())};
  while (batch.group != batch.group_count) {
    if (!goes_on(job, first + batch.group, space)) return false;
    if (!std::exchange(can_batch_, true)) start_group(job, numbers[batch.group], 0);
    const eu::Batch before = batch;
    batch.limit = batch.instructions + kLookInstructions;
    const eu::Outcome& outcome = runner.run_batch(batch, *port, {.instructions = kSlice});
    instructions_untold_ += batch.instructions - before.instructions;
    groups_untold_ += batch.group - before.group;
    if (outcome.stop == eu::Stop::end_of_thread) continue;
    // The rest of its group needs a closer look.
    can_batch_ = false;
    instructions_untold_ += threads[batch.thread].instructions_executed;
    std::fill_n(states.begin(), batch.thread, ThreadState::ended);
    start_group(job, numbers[batch.group], batch.thread + 1);
    if (settle(job, first + batch.group, batch.thread, outcome, space))
      run_group(job, first + batch.group, batch.thread + 1, space);
    batch.thread = 0;
    ++batch.group;
  }
  return true;
}

bool Executor::Arena::is_late(Job& job, memory::PageSource& space) {
  job.instructions.fetch_add(std::exchange(instructions_untold_, 0), std::memory_order_relaxed);
  job.groups_done.fetch_add(groups_untold_, std::memory_order_relaxed);
  groups += std::exchange(groups_untold_, 0);
  return job.is_late(space);
}

// How the threads of each group start; each is then made from the one before in its place.
void Executor::Arena::make_models(const Job& job, unsigned worker) {
  const eu::Kernel& kernel = job.kernel->kernel();
  for (unsigned i = 0; i < job.threads; ++i) {
    const unsigned id = worker * job.threads + i;
    const Placement placement{.fixed_function_thread = static_cast<std::uint16_t>(id),
                              .barrier = static_cast<std::uint8_t>(worker % kBarriers),
                              .topology = topology(*job.device, id)};
    start_model(*job.dispatch, kernel, i, placement, models[i]);
    eu::start_as(threads[i], models[i], kernel);
  }
  can_batch_ = true;
}

// Its threads from number `first` on.
void Executor::Arena::start_group(const Job& job, const GroupId& group, unsigned first) {
  for (unsigned i = first; i < job.threads; ++i) {
    eu::start_again(threads[i], models[i], job.kernel->kernel());
    set_group(threads[i], group);
    states[i] = ThreadState::ready;
  }
  // What a group finds in shared local memory is undefined; zeros make it the same on every run.
  if (slm != nullptr) std::fill_n(slm.get(), job.dispatch->descriptor.slm_bytes, std::byte{0});
  barrier.begin(job.threads);
}

// The group's threads are as `states` says. The first turn is that of thread `first`.
void Executor::Arena::run_group(Job& job, std::uint64_t index, unsigned first, memory::PageSource& space) {
  auto alive = std::count_if(states.begin(), states.begin() + job.threads,
                             [](ThreadState state) { return state != ThreadState::ended; });
  can_batch_ = false;
  while (alive != 0) {
    bool progress = first != 0;
    for (unsigned i = std::exchange(first, 0); i < job.threads; ++i) {
      eu::Thread& thread = threads[i];
      if (states[i] == ThreadState::ended) continue;
      const std::uint64_t before = thread.instructions_executed;
      const eu::Outcome& outcome = runner.run(thread, *port, {.instructions = kSlice});
      const std::uint64_t executed = thread.instructions_executed - before;
      instructions_untold_ += executed;
      if (!settle(job, index, i, outcome, space)) return;
      if (states[i] == ThreadState::ended) --alive;
      progress = progress || executed != 0 || states[i] == ThreadState::ended;
    }
    if (!progress) {
      unsigned stuck = 0;
      while (states[stuck] == ThreadState::ended) ++stuck;
      fail(job, index, stuck,
           {.what = fmt::format("a barrier that cannot complete: {} of {} threads wait at it, {} have ended",
                                barrier.arrived(), barrier.count(), job.threads - alive),
            .ip = threads[stuck].ip},
           "all work-items of a group must reach the same barriers");
      return;
    }
  }
  ++groups_untold_;
}

// What becomes of thread `i`, which has run; false if there is no point in going on with its group.
bool Executor::Arena::settle(Job& job, std::uint64_t index, unsigned i, const eu::Outcome& outcome,
                             memory::PageSource& space) {
  const eu::Thread& thread = threads[i];
  switch (outcome.stop) {
    case eu::Stop::end_of_thread: states[i] = ThreadState::ended; return true;
    case eu::Stop::waiting: states[i] = ThreadState::waiting; return true;
    case eu::Stop::blocked: states[i] = ThreadState::ready; return true;
    case eu::Stop::out_of_budget:
      states[i] = ThreadState::ready;
      if (is_late(job, space)) {
        fail(job, index, i, {.what = "the kernel did not end in the time allowed", .ip = thread.ip},
             "an endless loop, or allow more with --timeout SECONDS");
        return false;
      }
      // An earlier group has gone wrong: this one no longer matters.
      return !job.is_cancelled() && index <= job.faulted;
    case eu::Stop::breakpoint:
      fail(job, index, i, {.what = "an exception without a system routine to handle it", .ip = thread.ip});
      return false;
    case eu::Stop::fault:
      fail(job, index, i, outcome.fault.value_or(eu::Fault{.what = "unknown fault", .ip = thread.ip}));
      return false;
  }
  return false;
}

void Executor::Arena::fail(Job& job, std::uint64_t index, unsigned thread, eu::Fault what, std::string hint) {
  std::uint64_t lowest = job.faulted;
  while (index < lowest && !job.faulted.compare_exchange_weak(lowest, index)) {
  }
  if (index >= fault_group) return;
  fault_group = index;
  fault = KernelFault{.fault = std::move(what),
                      .kernel_address = job.dispatch->kernel_address(),
                      .group = job.dispatch->group(index),
                      .thread = thread,
                      .hint = std::move(hint)};
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
  if (threads > device_->max_group_threads) {
    return eugene::fail(
        fmt::format("GPGPU_WALKER: {} threads in a group, of at most {}", threads, device_->max_group_threads));
  }
  const SteadyTime start = std::chrono::steady_clock::now();
  if (arenas_.empty()) arenas_.push_back(std::make_unique<Arena>());
  memory::View& view = arenas_[0]->attach(space);
  const auto kernel = kernels_.find(dispatch.kernel_address(), start_control(dispatch), view);
  if (!kernel) return std::unexpected(kernel.error());
  tiers_->prepare(**kernel);
  // Threads in flight have different FFTIDs, and kernels size scratch space by the threads the device has.
  const std::uint64_t resident = std::max(device_->total_threads() / threads, 1U);
  const std::uint64_t groups = dispatch.groups();
  const auto workers = static_cast<unsigned>(std::min<std::uint64_t>({pool_->size(), resident, groups}));
  Job job{.device = device_,
          .dispatch = &dispatch,
          .tiers = tiers_.get(),
          .kernel = *kernel,
          .groups = groups,
          .start = start,
          .deadline = deadline(),
          .options = &options_,
          .threads = threads,
          .taken = std::clamp<std::uint64_t>(groups / kTurns / std::max(workers, 1U), 1, kMostTaken),
          .environment = environment(dispatch)};
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
  if (total.fault) {
    total.fault->code = read_kernel(total.fault->kernel_address, view);
    if (total.fault->hint.empty()) {
      total.fault->hint = fmt::format("see the whole kernel: --save-kernels DIR, then eugene dis DIR/{}",
                                      kernel_file_name(total.fault->code));
    }
    total.fault->instruction = instruction_text(total.fault->kernel_address + total.fault->fault.ip, view);
  }
  total.threads = interpreted.threads + compiled.threads;
  total.instructions = interpreted.instructions + compiled.instructions;
  total.lane_operations = interpreted.lane_operations + compiled.lane_operations;
  total.time = std::chrono::steady_clock::now() - start;
  (*kernel)->count_dispatch(interpreted, compiled, total.time);
  return total;
}

}  // namespace eugene::gpu
