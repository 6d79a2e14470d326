#include "gpu/schedule/job/job.h"

#include <algorithm>
#include <thread>
#include <vector>

#include "gpu/tiers/kernel_bytes.h"

namespace eugene::gpu {
namespace {

// Max groups that a worker takes at a time. With few groups, it takes fewer, so that all workers end at about the same
// time.
constexpr std::uint64_t kMaxTaken = 64;
constexpr std::uint64_t kTakesPerWorker = 16;

functions::Environment make_environment(const Work& work) {
  functions::Environment environment;
  environment.general_state_base = work.bases.general;
  if (work.bases.general_size != 0) environment.general_state_bytes = work.bases.general_size;
  environment.surface_state_base = work.bases.surface;
  environment.dynamic_state_base = work.bases.dynamic;
  environment.bindless_surface_base = work.bases.bindless_surface;
  environment.binding_table = work.binding_table;
  environment.sampler_state = work.sampler_state;
  environment.urb = work.urb.get();
  return environment;
}

// Returns true to exactly one worker once the time `at` is reached. The next time is then `next`.
bool is_due(std::atomic<std::chrono::nanoseconds::rep>& at, std::chrono::nanoseconds time,
            std::chrono::nanoseconds next) {
  auto due = at.load(std::memory_order_relaxed);
  return time.count() >= due && at.compare_exchange_strong(due, next.count());
}

}  // namespace

Job::Job(const Dispatch& dispatch, unsigned workers_of_job, const ExecutorOptions& of_executor)
    : device(&dispatch.device),
      work(&dispatch.work),
      space(&dispatch.space),
      program(dispatch.program),
      groups(dispatch.work.groups),
      start(std::chrono::steady_clock::now()),
      deadline(of_executor.deadline()),
      options(&of_executor),
      workers(workers_of_job),
      threads(dispatch.work.threads),
      pools(dispatch.pools),
      thread_channels(dispatch.thread_channels()),
      taken(std::clamp<std::uint64_t>(groups / kTakesPerWorker / workers, 1, kMaxTaken)),
      environment(make_environment(dispatch.work)),
      slots(workers) {}

std::optional<GroupRange> Job::take_groups() {
  const std::uint64_t first = next.fetch_add(taken);
  if (first >= groups) return std::nullopt;
  if (shuffled) return GroupRange{.first = (*shuffled)(first), .end = (*shuffled)(first) + 1};
  return GroupRange{.first = first, .end = first + std::min(taken, groups - first)};
}

void Job::end_at(std::uint64_t index) {
  std::uint64_t lowest = faulted;
  while (index < lowest && !faulted.compare_exchange_weak(lowest, index)) {
  }
}

void Job::begin_work() {
  const std::chrono::nanoseconds now = std::chrono::steady_clock::now() - start;
  std::chrono::nanoseconds::rep none = 0;
  work_began.compare_exchange_strong(none, std::max<std::chrono::nanoseconds::rep>(now.count(), 1));
}

std::chrono::nanoseconds Job::time_left() const {
  const std::uint64_t done = groups_done;
  if (done == 0) return CompileRule::kUnknown;
  const std::chrono::nanoseconds since = std::chrono::steady_clock::now() - start;
  const std::chrono::duration<double> so_far = since - std::chrono::nanoseconds(work_began);
  static const unsigned host_has = std::thread::hardware_concurrency();  // cached, as the call takes microseconds
  const unsigned processors = std::clamp(host_has, 1U, workers);
  const double share = static_cast<double>(groups - std::min(done, groups)) / static_cast<double>(done);
  const std::chrono::duration<double> left = so_far * processors * share;
  return left < CompileRule::kUnknown ? std::chrono::duration_cast<std::chrono::nanoseconds>(left)
                                      : CompileRule::kUnknown;
}

bool Job::is_late() {
  const auto now = std::chrono::steady_clock::now();
  if (now >= deadline) return true;
  if (options->preemption != nullptr && options->preemption->is_past(now)) preempt();
  const std::chrono::nanoseconds time = now - start;
  if (options->latest_progress && is_due(next_latest_progress, time, time + options->latest_progress_every))
    tell_progress(time, true, [&](const Progress& progress) { options->latest_progress(&progress); });
  if (options->progress && is_due(next_progress, time, next_report(time)))
    tell_progress(time, false, options->progress);
  return false;
}

void Job::tell_progress(std::chrono::nanoseconds time, bool is_interrupted,
                        const std::function<void(const Progress&)>& tell) const {
  memory::View view(*space);
  const std::vector<std::byte> code = read_kernel(*device->gen, work->kernel_address(), view);
  tell({.stage = work->stage,
        .kernel_address = work->kernel_address(),
        .code = code,
        .groups_done = groups_done,
        .groups = groups,
        .instructions = instructions,
        .time = time,
        .is_compiling = program.kernel->is_compiling(),
        .is_watched = std::ranges::any_of(observers, [](const auto& each) { return each->needs_one_worker(); }),
        .is_interrupted = is_interrupted});
}

void Job::allow_preemptions(bool wanted) {
  preemptions.are_allowed = wanted && observers.empty() && work->preemption_level != PreemptionLevel::command;
  preemptions.leave_groups = work->preemption_level == PreemptionLevel::thread;
  if (program.counted != nullptr) preemptions.before = program.counted->preemptions();
}

bool Job::suspend() {
  if (!is_preempted() || is_cancelled()) return false;
  bool is_left = next < groups;
  for (Slot& slot : slots) {
    slot.has_work = slot.work.has_value();
    slot.taken = false;
    is_left = is_left || slot.has_work;
  }
  if (!is_left) return false;
  preemptions.last = std::chrono::steady_clock::now();
  ++preemptions.count;
  return true;
}

void Job::resume() {
  const auto away = std::chrono::steady_clock::now() - preemptions.last;
  start += away;
  if (deadline != std::chrono::steady_clock::time_point::max()) deadline += away;
  preemptions.requested = false;
}

}  // namespace eugene::gpu
