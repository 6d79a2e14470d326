#include "i915/queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

#include "base/float_modes.h"
#include "base/host_fault.h"

namespace eugene::i915 {
namespace {

// Time slice of a request before another request of its priority runs.
constexpr std::chrono::milliseconds kTimeSlice{5};
// Sleep between two polls of the semaphores that requests wait for.
constexpr std::chrono::microseconds kNoPause{0};
constexpr std::chrono::microseconds kShortestPause{20};
constexpr std::chrono::microseconds kLongestPause{1000};
// Time after which execute() preempts a walker that takes longer than expected.
constexpr std::chrono::microseconds kBriefShare{100};
// A slot's next request may be executed by a thread of the program if the last one took no longer. Otherwise only every
// kLendInterval-th request may be: a busy host may just have given the processor to others meanwhile.
constexpr std::chrono::microseconds kBriefRequest{60};
constexpr unsigned kLendInterval = 16;

gpu::GpuEvents events(const QueueOptions& options) {
  gpu::GpuEvents result{.report = options.report, .drawn = options.drawn, .skips_draws = true};
  if (!options.dispatched) return result;
  result.dispatched = [tell = options.dispatched](const gpu::Work&, const gpu::DispatchStats& done,
                                                  const memory::PageSource&) { tell(done); };
  return result;
}

}  // namespace

Queue::Queue(QueueOptions options, const gpu::Clock& clock, Waiters& waiters, std::atomic<std::uint64_t>& lost)
    : options_(std::move(options)),
      waiters_(&waiters),
      lost_(&lost),
      pool_(options_.threads),
      gpu_(*options_.device, pool_, options_.executor, clock, events(options_)),
      thread_([this](const std::stop_token& stop) { work(stop); }) {}

Queue::~Queue() {
  gpu_.stop();
  thread_.request_stop();
  {
    const std::scoped_lock lock(mutex_);
  }  // the thread sees the request from now on, or waits already
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
  late_.make(LateWrites::Time::max());
}

bool Queue::submit(Request request) {
  {
    const std::scoped_lock lock(mutex_);
    contend(request);
    if (can_lend(request)) {
      is_lent_ = true;
      ready_.push_back(std::move(request));
      return true;
    }
    submitted_.push_back(std::move(request));
  }
  changed_.notify_one();
  return false;
}

void Queue::interrupt() {
  if (busy_ != 0) gpu_.stop();
}

// Waits for a submission, or for the rest of a request that execute() leaves. If requests are ready, waits at most
// `pause`. Then takes all submitted requests. Makes late writes when they are due.
void Queue::wait_for_work(const std::stop_token& stop, std::chrono::microseconds pause) {
  std::unique_lock lock(mutex_);
  const auto arrived = [&] { return !submitted_.empty() || stop.stop_requested(); };
  is_idle_ = ready_.empty();
  if (!is_idle_ && pause != kNoPause) changed_.wait_for(lock, pause, arrived);
  while (is_idle_ && (is_lent_ || (ready_.empty() && !arrived()))) {
    if (late_.due() == LateWrites::Time::max()) {
      changed_.wait(lock);
    } else {
      changed_.wait_until(lock, late_.due());
    }
    late_.make(std::chrono::steady_clock::now());
  }
  late_.make(std::chrono::steady_clock::now());
  is_idle_ = false;
  std::ranges::move(submitted_, std::back_inserter(ready_));
  submitted_.clear();
}

void Queue::work(const std::stop_token& stop) {
  const DefaultFloatModes modes;
  auto pause = kShortestPause;
  while (!stop.stop_requested()) {
    wait_for_work(stop, pause);
    const bool moved = has_rest_ ? run_rest() : step();
    if (moved) {
      pause = kNoPause;
    } else {
      pause = std::clamp(pause * 2, kShortestPause, kLongestPause);
    }
  }
  for (Request& request : ready_) {
    if (request.started) request.slot->state.reset();  // half executed, and another queue may use the slot
    lose(request);
  }
}

// Priority inheritance: a dependency inherits the priority of its dependents.
void Queue::raise() {
  for (std::size_t waits = ready_.size(); waits-- > 0;) {
    for (std::size_t first = 0; first < waits; ++first) {
      const bool is_before = ready_[first].slot == ready_[waits].slot ||
                             std::ranges::find(ready_[waits].after, ready_[first].done) != ready_[waits].after.end();
      if (is_before) ready_[first].priority = std::max(ready_[first].priority, ready_[waits].priority);
    }
  }
}

// Runs one round of time slices for the highest priority at which a request makes progress. Returns whether any request
// has made progress.
bool Queue::step() {
  std::set<int, std::greater<>> priorities;
  for (const Request& each : ready_) priorities.insert(each.priority);
  if (priorities.size() > 1) raise();
  return std::ranges::any_of(priorities, [&](int priority) { return step(priority); });
}

// Gives a time slice to every request of `priority` that can run, oldest first. Returns whether any has made progress.
bool Queue::step(int priority) {
  find_contenders();
  std::vector<const EngineSlot*> blocked;  // slots with an older unfinished request
  bool moved = false;
  for (auto each = ready_.begin(); each != ready_.end();) {
    const bool waits =
        std::ranges::find(blocked, each->slot.get()) != blocked.end() || !std::ranges::all_of(each->after, is_done);
    if (waits || each->priority != priority) {
      blocked.push_back(each->slot.get());
      ++each;
      continue;
    }
    const gpu::StreamStatus status = run(*each);
    moved = moved || status != gpu::StreamStatus::waiting;
    if (gpu_.is_stopped() && !is_stopping()) {
      drop_started();
      return true;
    }
    if (status == gpu::StreamStatus::waiting || status == gpu::StreamStatus::preempted) {
      blocked.push_back(each->slot.get());
      ++each;
    } else {
      each = ready_.erase(each);
    }
    if (is_urgent()) return true;
  }
  return moved;
}

void Queue::find_contenders() {
  contenders_.clear();
  std::vector<const EngineSlot*> seen;
  for (const Request& each : ready_) {
    if (std::ranges::find(seen, each.slot.get()) != seen.end()) continue;
    seen.push_back(each.slot.get());
    if (std::ranges::all_of(each.after, is_done)) contenders_.push_back({each.slot.get(), each.priority, each.waiting});
  }
}

void Queue::begin_turn(const Request& request) {
  const auto now = std::chrono::steady_clock::now();
  const auto every = options_.executor.preempt_every;
  const std::scoped_lock lock(mutex_);
  running_ = {request.slot.get(), request.priority};
  turn_ends_ = now + kTimeSlice;
  gpu_.preemption().set(every.count() != 0 ? now + every
                        : gpu_.is_brief()  ? now + kBriefShare
                                           : gpu::PreemptionTime::Time::max());
  for (const Contender& each : contenders_) contend(each);
  for (const Request& each : submitted_) contend(each);
}

// Preempts the running request for `other`, which can run: at once or at the end of the time slice. The caller must
// hold the lock.
void Queue::contend(const Contender& other) {
  if (other.slot == running_.slot || other.priority < running_.priority) return;
  const bool at_once = other.priority > running_.priority && !other.waiting;
  gpu_.preemption().set_no_later(at_once ? std::chrono::steady_clock::now() : turn_ends_);
}

// Preempts the running request for one that has just been submitted. Even if `submitted` has to wait, its dependencies
// may inherit its priority, so the running request must be chosen again. The caller must hold the lock.
void Queue::contend(const Request& submitted) {
  const bool may_raise = submitted.priority > running_.priority;
  if (may_raise || std::ranges::all_of(submitted.after, is_done)) contend({submitted.slot.get(), submitted.priority});
}

// Returns whether a request of higher priority than the running request has been submitted.
bool Queue::is_urgent() {
  const std::scoped_lock lock(mutex_);
  return std::ranges::any_of(submitted_, [&](const Request& each) { return each.priority > running_.priority; });
}

// Runs the request until it ends, waits or is preempted. Calls finish() if it ends.
gpu::StreamStatus Queue::run(Request& request) {
  catch_host_faults();  // the program may have installed other handlers meanwhile
  if (request.context->banned) {
    if (request.started) --busy_;
    give_up(request);
    lose(request);
    return gpu::StreamStatus::failed;
  }
  std::unique_ptr<HardwareContext>& state = request.slot->state;
  if (state == nullptr) state = std::make_unique<HardwareContext>(gpu_, request.slot->engine->kind);
  const bool resumed = std::exchange(request.started, true);
  if (!resumed) ++busy_;
  begin_turn(request);
  const auto begin = std::chrono::steady_clock::now();
  const gpu::StreamStatus status =
      resumed ? state->resume() : state->start(request.batch, std::move(request.space), gpu_.deadline());
  request.waiting = status == gpu::StreamStatus::waiting;
  const bool is_brief =
      !resumed && status == gpu::StreamStatus::idle && std::chrono::steady_clock::now() - begin <= kBriefRequest;
  request.slot->lend_after = is_brief ? 0 : kLendInterval;
  if (status == gpu::StreamStatus::idle || status == gpu::StreamStatus::failed) finish(request, status);
  return status;
}

}  // namespace eugene::i915
