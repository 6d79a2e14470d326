#include "i915/queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace eugene::i915 {
namespace {

// Sleep between two polls of the memory that requests wait for.
constexpr std::chrono::microseconds kShortestPause{20};
constexpr std::chrono::microseconds kLongestPause{1000};
// A context that fails so often is banned, as the kernel does it with those that fail within two minutes.
constexpr std::uint32_t kMostHangs = 3;

gpu::ExecutorOptions with(gpu::ExecutorOptions options, const std::atomic<bool>& cancelled) {
  options.cancelled = &cancelled;
  return options;
}

}  // namespace

Queue::Queue(QueueOptions options, const gpu::Clock& clock, Waiters& waiters)
    : options_(std::move(options)),
      waiters_(&waiters),
      clock_(&clock),
      pool_(options_.threads),
      executor_(*options_.device, pool_, with(options_.executor, cancelled_), clock),
      parts_{.executor = &executor_,
             .dispatched =
                 [this](const gpu::Dispatch&, gpu::DispatchStats& done) {
                   if (options_.dispatched) options_.dispatched(done);
                   if (!options_.report || cancelled_) return;
                   if (done.fault) options_.report({.kernel = std::move(done.fault)});
                   for (gpu::KernelFault& each : done.passed) options_.report({.kernel = std::move(each)});
                 },
             .skipped =
                 [this](std::string_view what) {
                   if (told_.exchange(true) || !options_.report) return;
                   options_.report({.commands = fail(fmt::format("{}: what it draws is missing", what)).error()});
                 }},
      thread_([this](const std::stop_token& stop) { work(stop); }) {}

std::function<void(const Diagnostic&)> Queue::suspect() const {
  if (!options_.executor.checks_commands || !options_.report) return {};
  return [report = options_.report](const Diagnostic& what) { report({.commands = what, .executed = true}); };
}

Queue::~Queue() {
  cancelled_ = true;
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void Queue::submit(Request request) {
  {
    const std::scoped_lock lock(mutex_);
    submitted_.push_back(std::move(request));
  }
  changed_.notify_one();
}

void Queue::interrupt() {
  if (busy_) cancelled_ = true;
}

void Queue::work(const std::stop_token& stop) {
  std::deque<Request> ready;
  auto pause = kShortestPause;
  while (!stop.stop_requested()) {
    {
      std::unique_lock lock(mutex_);
      const auto arrived = [this] { return !submitted_.empty(); };
      if (ready.empty()) {
        changed_.wait(lock, stop, arrived);
      } else {
        changed_.wait_for(lock, stop, pause, arrived);
      }
      std::ranges::move(submitted_, std::back_inserter(ready));
      submitted_.clear();
    }
    const bool moved = step(ready);
    pause = moved ? kShortestPause : std::min(pause * 2, kLongestPause);
  }
  for (Request& request : ready) lose(request);
}

// Runs every request that is ready, oldest first; those that wait stay. True if any has finished.
bool Queue::step(std::deque<Request>& ready) {
  std::vector<const EngineSlot*> blocked;  // by an older request of their own
  const std::size_t before = ready.size();
  for (auto each = ready.begin(); each != ready.end();) {
    const bool waits =
        std::ranges::find(blocked, each->slot.get()) != blocked.end() || !std::ranges::all_of(each->after, is_done);
    if (!waits && run(*each)) {
      each = ready.erase(each);
      continue;
    }
    blocked.push_back(each->slot.get());
    ++each;
  }
  return ready.size() < before;
}

// True if the request has finished, or has been dropped.
bool Queue::run(Request& request) {
  if (request.context->banned) {
    lose(request);
    return true;
  }
  std::unique_ptr<HardwareContext>& state = request.slot->state;
  if (state == nullptr)
    state = std::make_unique<HardwareContext>(*options_.device, request.slot->engine->kind, *clock_, suspect());
  const bool resumed = std::exchange(request.started, true);
  busy_ = true;
  const gpu::StreamStatus status =
      resumed ? state->resume() : state->start(parts_, request.batch, std::move(request.space), deadline());
  if (status == gpu::StreamStatus::waiting && !cancelled_) return false;
  finish(request, status);
  busy_ = false;
  if (!thread_.get_stop_token().stop_requested()) cancelled_ = false;
  return true;
}

void Queue::finish(Request& request, gpu::StreamStatus status) {
  if (status == gpu::StreamStatus::idle) {
    request.done->done.store(true, std::memory_order_release);
    waiters_->notify();
    return;
  }
  Context& context = *request.context;
  const Diagnostic* error = request.slot->state->error();
  ++context.hangs;
  if (!context.recoverable || context.hangs >= kMostHangs) context.banned = true;
  if (error != nullptr && options_.report && !cancelled_) {
    options_.report({.commands = *error, .lost = context.banned});
  }
  request.slot->state.reset();  // the next request starts from a new context
  lose(request);
}

void Queue::lose(Request& request) {
  request.done->failed = true;
  request.done->done.store(true, std::memory_order_release);
  waiters_->notify();
}

}  // namespace eugene::i915
