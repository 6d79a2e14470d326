// Launches that stop between instructions: one host thread runs the launch, and another one, which has begun it, waits
// until the first has come to a stop. So what runs groups needs to know nothing of stops; the observer of its only
// worker simply does not return while the launch is stopped.
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
#include "gpu/schedule/observation.h"

namespace eugene::library {

// Where a launch is stopped.
struct StopPlace {
  std::uint64_t group = 0;     // in the order in which groups start
  std::uint64_t executed = 0;  // instructions of the thread
  unsigned thread = 0;         // of the group
  std::uint32_t ip = 0;        // of the instruction that is next
  std::uint32_t channels = 0;  // that run
  bool is_fault = false;       // the instruction has faulted
};

// The group that runs. The spans and threads are those of the dispatch.
struct StoppedGroup {
  eu::ThreadBlock* threads = nullptr;
  unsigned count = 0;
  std::span<std::byte> local;
};

class Stepper {
 public:
  // Where to stop next.
  struct Goal {
    enum class Kind : std::uint8_t { any, steps, until, end };
    Kind kind = Kind::any;
    std::uint64_t steps = 0;  // instructions of the thread that is stopped
    std::uint32_t until = 0;  // offset of an instruction
  };

  Stepper() = default;
  ~Stepper() {
    abandon([] {});
  }
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  // For the host thread that uses the launch. `run` runs it, in a host thread of its own; these two return when it has
  // stopped before its first instruction, at the goal, or ended.
  void start(std::function<void()> run);
  void go_on(const Goal& goal);
  // `cancel` is called first, and must have the run end at the next occasion. Returns when it has.
  void abandon(const std::function<void()>& cancel);
  // From any host thread, also in a signal handler: has a launch that goes on stop before its next instruction.
  void interrupt();

  bool is_started() const { return runner_.joinable(); }
  // Null: the launch is not stopped.
  const StopPlace* place() const { return is_stopped_ ? &place_ : nullptr; }
  const StoppedGroup& group() const { return group_; }

  // Of the launch; one whose last groups are smaller has several.
  void dispatch_begins(std::uint64_t groups) {
    groups_before_ = groups_begun_;
    groups_begun_ += groups;
  }
  // For the observer of a dispatch, in the host thread of its worker.
  void group_begins(const eu::StartedGroup& group);
  void thread_ends(const eu::Thread& thread);
  void instruction_begins(const eu::Thread& thread, std::uint32_t ip, std::uint32_t end);
  void faults(const eu::Thread& thread);
  const eu::Return* goes_back_to() const { return abandons_ ? &return_ : nullptr; }

 private:
  bool is_reached(const StopPlace& at, std::uint32_t end) const;
  void stop(const StopPlace& at);
  void wait_for_stop(std::unique_lock<std::mutex>& lock);

  std::thread runner_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Written under the mutex; the place and the group are written by the worker before it says that it is stopped.
  std::atomic<bool> is_stopped_ = false;
  std::atomic<bool> has_ended_ = false;
  bool goes_on_ = false;
  bool abandons_ = false;  // also read by the worker, which has then seen `goes_on_`
  Goal goal_;
  StopPlace place_;
  StoppedGroup group_;
  std::uint64_t group_number_ = 0;
  std::uint64_t groups_before_ = 0, groups_begun_ = 0;  // of the launch, when a dispatch has begun
  std::vector<bool> ended_;                             // by thread of the group
  std::atomic<bool> is_interrupted_ = false;
  eu::Return return_;
};

// Observes the launch that a stepper runs, if there is one.
class StepSource final : public gpu::ObserverSource {
 public:
  // For as long as what this returns lives.
  [[nodiscard]] auto hold(Stepper* stepper) {
    const auto forget = [this](Stepper*) { stepper_ = nullptr; };
    stepper_ = stepper;
    return std::unique_ptr<Stepper, decltype(forget)>(stepper, forget);
  }
  // Nothing of compiled code: a launch that stops is interpreted.
  eu::Interest interest() const override { return {}; }
  std::unique_ptr<gpu::DispatchObserver> dispatch_begins(const gpu::ObservedDispatch& dispatch) override;

 private:
  Stepper* stepper_ = nullptr;
};

}  // namespace eugene::library
