// Lends the queue to threads of the program (queue.h), and continues the requests that they leave.
#include <algorithm>

#include "i915/borrowed_thread.h"
#include "i915/queue.h"

namespace eugene::i915 {

// Whether the thread that submits a request can execute it at once. The caller must hold the lock.
bool Queue::can_lend(const Request& submitted) {
  const bool is_free = is_idle_ && !is_lent_ && ready_.empty() && submitted_.empty() && !is_stopping();
  if (!is_free || submitted.slot->engine->kind != gpu::EngineKind::render) return false;
  if (options_.executor.preempt_every.count() != 0 || !options_.executor.observers.empty()) return false;
  if (!std::ranges::all_of(submitted.after, is_done) || !BorrowedThread::has_room()) return false;
  unsigned& lend_after = submitted.slot->lend_after;
  if (lend_after != 0) --lend_after;
  return lend_after == 0;
}

void Queue::execute() noexcept {
  find_contenders();
  gpu_.be_brief(true);
  waiters_->expect(true);
  const gpu::StreamStatus status = run(ready_.front());
  waiters_->expect(false);
  gpu_.be_brief(false);
  has_rest_ = keeps_first(status);
  const std::scoped_lock lock(mutex_);
  is_lent_ = false;
  // A failed request leaves writes for the queue's thread to make later.
  const bool has_late_writes = late_.due() != LateWrites::Time::max();
  // With the lock, because the queue may be destroyed as soon as it is not lent.
  if (has_late_writes || !ready_.empty() || !submitted_.empty() || is_stopping()) changed_.notify_one();
}

// Continues the request that execute() has left. Other requests must not run before: it may have stopped where the
// context does not allow preemption. Returns whether the request has made progress.
bool Queue::run_rest() {
  has_rest_ = false;
  find_contenders();
  const gpu::StreamStatus status = run(ready_.front());
  keeps_first(status);
  return status != gpu::StreamStatus::waiting;
}

// Removes the first request, whose turn has ended with `status`, unless a rest is left. After an interruption, removes
// all requests that have started. Returns whether the first request is left.
bool Queue::keeps_first(gpu::StreamStatus status) {
  if (gpu_.is_stopped() && !is_stopping()) {
    drop_started();
    return false;
  }
  const bool is_left = status == gpu::StreamStatus::waiting || status == gpu::StreamStatus::preempted;
  if (!is_left) ready_.pop_front();
  return is_left;
}

}  // namespace eugene::i915
