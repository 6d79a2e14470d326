// Launches that stop between instructions, and go on from there or back. One host thread runs the launch. The host
// thread that began the launch waits until it has stopped. Code that runs groups need not know about stops: the
// observer of the only worker simply does not return while the launch is stopped. gpu/timeline.h has how a launch goes
// back.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "eu/observer.h"
#include "eu/thread_block.h"
#include "gpu/schedule/observe/observation.h"
#include "gpu/timeline.h"

namespace eugene::capi {

// The place of a stopped launch.
struct StopPlace {
  std::uint64_t group = 0;     // index, in the order of the groups' starts
  std::uint64_t executed = 0;  // instructions that the thread has executed
  unsigned thread = 0;         // index in the group
  std::uint32_t ip = 0;        // offset of the next instruction
  std::uint32_t channels = 0;  // running channels of the thread
  bool is_fault = false;       // the instruction has faulted
};

// The current group. `threads` and `local` belong to the dispatch.
struct StoppedGroup {
  eu::ThreadBlock* threads = nullptr;
  unsigned count = 0;
  std::span<std::byte> local;
};

class Stepper {
 public:
  // The next place to stop.
  struct Goal {
    enum class Kind : std::uint8_t { any, steps, back, until, end };
    Kind kind = Kind::any;
    std::uint64_t steps = 0;  // instructions of the stopped thread, forward or back
    std::uint32_t until = 0;  // offset of an instruction
  };

  Stepper() = default;
  ~Stepper() {
    abandon([] {});
  }
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  // For the host thread that uses the launch. start() calls `run`, which runs the launch, in a new host thread. Both
  // functions return when the launch has stopped before its first instruction, has reached the goal, or has ended.
  void start(std::function<void()> run);
  void go_on(const Goal& goal);
  // Ends the run. First calls `cancel`, which must make the run end soon, then waits for its end.
  void abandon(const std::function<void()>& cancel);
  // May be called by any host thread, also in a signal handler. Makes a running launch stop before its next
  // instruction.
  void interrupt();

  bool is_started() const { return runner_.joinable(); }
  // Whether the launch is stopped before the first instruction of the dispatch.
  bool is_at_beginning() const {
    return place_.executed == 0 && timeline_->now() <= gpu::Moment{.group = 0, .event = 1};
  }
  // Whether the launch is on its way back, and executes instructions again.
  bool goes_back() const { return timeline_ && timeline_->direction() != gpu::Timeline::Direction::forward; }
  // The place of the stop; null if the launch is not stopped.
  const StopPlace* place() const { return is_stopped_ ? &place_ : nullptr; }
  const StoppedGroup& group() const { return group_; }

  // Called for each dispatch of the launch. A launch whose last groups are smaller has several dispatches.
  void dispatch_begins(const gpu::ObservedDispatch& dispatch) {
    groups_before_ = groups_begun_;
    groups_begun_ += dispatch.groups;
    timeline_.emplace(dispatch.space);
  }
  // Called by the observer of a dispatch, in its worker's host thread.
  void group_begins(const eu::StartedGroup& group);
  void thread_ends(const eu::Thread& thread);
  void instruction_begins(const eu::Thread& thread, std::uint32_t ip, std::uint32_t end);
  void faults(const eu::Thread& thread);
  void writes(const eu::Access& access);
  const eu::Return* goes_back_to() const { return abandons_ ? &return_ : timeline_->leaving_to(); }
  void returned();
  bool wants_state() const { return timeline_->wants_mark(); }
  void state_kept(const std::shared_ptr<const eu::GroupState>& state) { timeline_->mark(state, ended_); }

 private:
  bool is_reached(const StopPlace& at, std::uint32_t end) const;
  void pass_back(const StopPlace& at);
  void go_back();
  void arrive(const StopPlace& at);
  void stop(const StopPlace& at);
  void wait_for_stop(std::unique_lock<std::mutex>& lock);

  std::thread runner_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Written under the mutex. The worker writes the place and the group before it sets `is_stopped_`.
  std::atomic<bool> is_stopped_ = false;
  std::atomic<bool> has_ended_ = false;
  bool goes_on_ = false;
  bool abandons_ = false;  // also read by the worker, after it has seen `goes_on_`
  Goal goal_;
  StopPlace place_;
  StoppedGroup group_;
  std::uint64_t group_number_ = 0;
  std::uint64_t groups_before_ = 0, groups_begun_ = 0;  // groups before the dispatch, and with it
  std::vector<bool> ended_;                             // indexed by thread of the group
  std::optional<gpu::Timeline> timeline_;               // of the current dispatch
  StopPlace sought_;                                    // the way back leads to this instruction of this thread,
  bool seeks_any_ = false;                              // or to the last instruction of any thread
  std::optional<gpu::Moment> found_;                    // the last match on the way back
  bool searches_ = false;                               // the way back searches for the instruction
  std::atomic<bool> is_interrupted_ = false;
  eu::Return return_;
};

// Observes the launch that a stepper runs, if any.
class StepSource final : public gpu::ObserverSource {
 public:
  // Observes for `stepper` until the returned object is destroyed.
  [[nodiscard]] auto hold(Stepper* stepper) {
    const auto forget = [this](Stepper*) { stepper_ = nullptr; };
    stepper_ = stepper;
    return std::unique_ptr<Stepper, decltype(forget)>(stepper, forget);
  }
  // Needs no events of compiled code: a launch that stops is interpreted.
  eu::Interest interest() const override { return {}; }
  std::unique_ptr<gpu::DispatchObserver> dispatch_begins(const gpu::ObservedDispatch& dispatch) override;

 private:
  Stepper* stepper_ = nullptr;
};

}  // namespace eugene::capi
