// The end of a request. If a request fails, reports the failure, resets its context, and schedules the writes that
// programs may wait for (late_writes.h).
#include <algorithm>
#include <utility>

#include "i915/queue.h"

namespace eugene::i915 {
namespace {

// A context is banned after this many failures. The kernel only counts failures within two minutes.
constexpr std::uint32_t kMaxHangs = 3;

}  // namespace

void Queue::finish(Request& request, gpu::StreamStatus status) {
  --busy_;
  if (status == gpu::StreamStatus::idle) {
    --request.slot->pending;
    request.done->done.store(true, std::memory_order_release);
    waiters_->notify();
    return;
  }
  Context& context = *request.context;
  ++context.hangs;
  if (!context.recoverable || context.hangs >= kMaxHangs) context.banned = true;
  report(request);
  give_up(request);
  lose(request);
}

// Reports why a request has failed. The context's next request starts with the state of a new context. A driver that
// does not set the state again fails again. Such failures follow from the first one, so only one of them is reported.
void Queue::report(Request& request) {
  const HardwareContext& state = *request.slot->state;
  if (state.error() == nullptr || gpu_.is_stopped()) return;
  gpu::Report report{.commands = *state.error(), .lost = request.context->banned};
  if (request.slot->has_lost_state && !state.has_bases()) {
    report.told = std::exchange(request.slot->has_told, true);
    report.remark =
        "the context has lost its state because of the failure above: its commands fail until the driver sets the "
        "state again";
  }
  gpu_.report(std::move(report));
}

// Abandons a request in any state: executes nothing more of the request, and resets the state of its slot.
void Queue::give_up(Request& request) {
  std::unique_ptr<HardwareContext>& state = request.slot->state;
  if (!request.started) {
    state = std::make_unique<HardwareContext>(gpu_, request.slot->engine->kind);
    state->start_nothing(request.batch, std::move(request.space));
  }
  if (state == nullptr) return;
  request.slot->has_lost_state = request.slot->has_lost_state || state->has_bases();
  std::vector<LateWrite> left = state->give_up();
  state.reset();
  if (!left.empty()) ++*lost_;
  const std::scoped_lock lock(mutex_);
  late_.add(std::move(left), std::chrono::steady_clock::now());
}

void Queue::lose(Request& request) {
  --request.slot->pending;
  request.done->failed = true;
  request.done->done.store(true, std::memory_order_release);
  waiters_->notify();
}

// Drops all started requests: the interrupted one, and those that were preempted or wait for a semaphore.
void Queue::drop_started() {
  std::erase_if(ready_, [this](Request& each) {
    if (is_done(each.done)) return true;
    if (!each.started) return false;
    finish(each, gpu::StreamStatus::failed);
    return true;
  });
  gpu_.go_on();
}

void Queue::make_late_writes() {
  const std::scoped_lock lock(mutex_);
  late_.make(LateWrites::Time::max());
}

}  // namespace eugene::i915
