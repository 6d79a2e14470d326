#include "step_source.h"

#include <algorithm>
#include <any>
#include <utility>

#include "eu/port.h"
#include "eu/prepared_op.h"

namespace eugene::capi {

void Stepper::start(std::function<void()> run) {
  if (runner_.joinable()) runner_.join();
  std::unique_lock lock(mutex_);
  is_stopped_ = false;
  has_ended_ = false;
  goes_on_ = abandons_ = false;
  is_interrupted_ = false;
  goal_ = {};
  place_ = {};
  group_ = {};
  groups_before_ = groups_begun_ = 0;
  timeline_.reset();
  runner_ = std::thread([this, run = std::move(run)] {
    run();
    const std::scoped_lock ends(mutex_);
    has_ended_ = true;
    changed_.notify_all();
  });
  wait_for_stop(lock);
}

void Stepper::go_on(const Goal& goal) {
  std::unique_lock lock(mutex_);
  goal_ = goal;
  is_interrupted_ = false;
  is_stopped_ = false;
  goes_on_ = true;
  changed_.notify_all();
  wait_for_stop(lock);
}

void Stepper::wait_for_stop(std::unique_lock<std::mutex>& lock) {
  changed_.wait(lock, [this] { return is_stopped_ || has_ended_; });
  if (!has_ended_) return;
  lock.unlock();
  runner_.join();
}

void Stepper::abandon(const std::function<void()>& cancel) {
  if (!runner_.joinable()) return;
  cancel();
  {
    const std::scoped_lock lock(mutex_);
    abandons_ = true;
    is_stopped_ = false;
    goes_on_ = true;
    changed_.notify_all();
  }
  runner_.join();
}

// Takes no mutex, because a signal may come while the waiting thread holds it. An interrupt after the stop does not
// affect the next run.
void Stepper::interrupt() {
  if (!is_stopped_ && !has_ended_) is_interrupted_ = true;
}

void Stepper::group_begins(const eu::StartedGroup& group) {
  group_ = {.threads = &group.threads, .count = group.count, .local = group.local};
  group_number_ = groups_before_ + group.index;
  return_.group = group.index;
  if (timeline_->group_begins(group.index, group.count)) ended_.assign(group.count, false);
}

// Called when the dispatch goes back to a mark. An abandoned launch also leaves that way, but then ends.
void Stepper::returned() {
  if (abandons_) return;
  const gpu::Timeline::Mark& mark = timeline_->goes_back();
  if (const auto* ended = std::any_cast<std::vector<bool>>(&mark.kept)) ended_ = *ended;
}

void Stepper::writes(const eu::Access& access) {
  if (access.kind == eu::AccessKind::read || access.space.local != nullptr) return;
  for (const std::uint64_t offset : access.offsets)
    timeline_->overwrites((access.space.base + offset) & memory::kAddressMask, access.bytes);
}

void Stepper::thread_ends(const eu::Thread& thread) { ended_[group_.threads->find_index(thread)] = true; }

// `end` is the offset past the program's last instruction, at which a thread has also ended.
bool Stepper::is_reached(const StopPlace& at, std::uint32_t end) const {
  const bool is_same_thread = at.group == place_.group && at.thread == place_.thread;
  switch (goal_.kind) {
    case Goal::Kind::any: return true;
    case Goal::Kind::end:
    case Goal::Kind::back: return false;
    // An instruction that waits begins again; that does not count as reaching it again.
    case Goal::Kind::until: return at.ip == goal_.until && !(is_same_thread && at.executed == place_.executed);
    case Goal::Kind::steps: break;
  }
  if (is_same_thread) return at.executed - place_.executed >= goal_.steps;
  return at.group != place_.group || ended_[place_.thread] || (*group_.threads)[place_.thread].ip == end;
}

void Stepper::instruction_begins(const eu::Thread& thread, std::uint32_t ip, std::uint32_t end) {
  if (abandons_) return;
  const StopPlace at{.group = group_number_,
                     .executed = thread.instructions_executed,
                     .thread = group_.threads->find_index(thread),
                     .ip = ip,
                     .channels = thread.running};
  const bool is_interrupted = is_interrupted_.load(std::memory_order_relaxed);
  switch (timeline_->step(at.thread, at.executed)) {
    case gpu::Timeline::Step::repeated:
      if (goes_back()) return;
      break;
    case gpu::Timeline::Step::forward: break;
    case gpu::Timeline::Step::back:
      if (!is_interrupted) return pass_back(at);
      timeline_->stay();
      break;
    case gpu::Timeline::Step::arrived: return arrive(at);
  }
  if (is_interrupted || is_reached(at, end)) stop(at);
}

// Goes back by instructions of the stopped thread, at most to its first one; and from its first one to the instruction
// that another thread has begun last. A search finds the moment of that instruction.
void Stepper::go_back() {
  sought_ = place_;
  sought_.executed -= std::min(goal_.steps, sought_.executed);
  seeks_any_ = place_.executed == 0;
  found_.reset();
  // A thread that has faulted at an ip where no instruction begins is beyond its last instruction.
  gpu::Moment until = timeline_->now();
  if (place_.is_fault && !timeline_->is_at(place_.thread, place_.executed)) ++until.event;
  searches_ = timeline_->search(until);
  if (!searches_) timeline_->seek(until);
}

void Stepper::pass_back(const StopPlace& at) {
  if (!searches_) return;
  const bool is_sought = at.group == sought_.group && at.thread == sought_.thread && at.executed == sought_.executed;
  if (seeks_any_ || is_sought) found_ = timeline_->now();
}

// Called where the way back ends. If it was a search, goes to the instruction that was found, or searches before.
void Stepper::arrive(const StopPlace& at) {
  if (!searches_) return stop(at);
  if (found_) {
    searches_ = false;
    return timeline_->seek(*found_);
  }
  const gpu::Moment origin = timeline_->origin();
  if (timeline_->search({.group = origin.group, .event = origin.event + 1}, origin)) return;
  searches_ = false;
  stop(at);
}

void Stepper::faults(const eu::Thread& thread) {
  if (abandons_) return;
  const StopPlace at{.group = group_number_,
                     .executed = thread.instructions_executed,
                     .thread = group_.threads->find_index(thread),
                     .ip = thread.ip,
                     .channels = thread.running,
                     .is_fault = true};
  // A way back ends at the fault, since no instruction begins after it.
  const bool was_back = goes_back();
  timeline_->stay();
  if (was_back)
    arrive(at);
  else
    stop(at);
}

void Stepper::stop(const StopPlace& at) {
  std::unique_lock lock(mutex_);
  place_ = at;
  is_stopped_ = true;
  goes_on_ = is_interrupted_ = false;
  changed_.notify_all();
  changed_.wait(lock, [this] { return goes_on_; });
  if (!abandons_ && goal_.kind == Goal::Kind::back) go_back();
}

namespace {

class StepWorker final : public eu::Observer {
 public:
  StepWorker(Stepper& stepper, const eu::Kernel& kernel) : stepper_(&stepper), end_(kernel.program().end()) {}

  eu::Interest interest() const override { return {.before = true, .messages = true, .accesses = true}; }
  bool wants_interpreter() const override { return true; }
  void group_begins(const eu::StartedGroup& group) override { stepper_->group_begins(group); }
  void instruction_begins(const eu::PreparedOp& op, const eu::Thread& thread) override {
    stepper_->instruction_begins(thread, op.ip, end_);
  }
  void message_ends(const eu::SendRequest& request, eu::SendStatus status) override {
    if (status == eu::SendStatus::end_of_thread) stepper_->thread_ends(request.thread);
  }
  void accessed(const eu::Access& access) override { stepper_->writes(access); }
  void faults(const eu::Thread& thread, const eu::Fault& /*fault*/) override { stepper_->faults(thread); }
  const eu::Return* goes_back_to() const override { return stepper_->goes_back_to(); }
  void goes_back(const eu::Return& /*to*/) override { stepper_->returned(); }
  bool wants_state() const override { return stepper_->wants_state(); }
  void state_kept(const std::shared_ptr<const eu::GroupState>& state) override { stepper_->state_kept(state); }

 private:
  Stepper* stepper_;
  std::uint32_t end_;
};

class StepDispatch final : public gpu::DispatchObserver {
 public:
  StepDispatch(Stepper& stepper, const eu::Kernel& kernel) : stepper_(&stepper), kernel_(&kernel) {}
  std::unique_ptr<eu::Observer> worker_begins() override { return std::make_unique<StepWorker>(*stepper_, *kernel_); }
  bool needs_one_worker() const override { return true; }

 private:
  Stepper* stepper_;
  const eu::Kernel* kernel_;
};

}  // namespace

std::unique_ptr<gpu::DispatchObserver> StepSource::dispatch_begins(const gpu::ObservedDispatch& dispatch) {
  if (stepper_ == nullptr) return nullptr;
  stepper_->dispatch_begins(dispatch);
  return std::make_unique<StepDispatch>(*stepper_, dispatch.kernel);
}

}  // namespace eugene::capi
