// A launch that is run step by step.
#pragma once

#include <eugene.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "launch_state.h"
#include "run.h"
#include "thread_registers.h"

namespace eugene::python {

class Steps {
 public:
  // Begins the launch of `state`, and stops before its first instruction.
  explicit Steps(std::shared_ptr<LaunchState> state);
  ~Steps() { close(); }
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;

  // Continue the launch. Throw Failure if the launch had ended already, or ends with a fault. Return whether it is
  // stopped.
  bool step(std::uint64_t instructions);
  bool step_back(std::uint64_t instructions);
  bool go_until(std::uint32_t offset);
  // Continues to the end.
  std::shared_ptr<Run> finish();
  // May be called from any Python thread.
  void interrupt();
  // Drops the rest of the launch.
  void close();

  const eugene_place& place() const { return place_; }
  bool is_stopped() const { return place_.stop != EUGENE_ENDED; }
  // Returns a thread of the stopped group. Without a number, the thread that is stopped.
  std::shared_ptr<ThreadRegisters> thread(std::optional<std::size_t> number);
  // Returns null before the launch has ended.
  const std::shared_ptr<Run>& run() const { return ended_; }

 private:
  template <class Go>
  bool go_on(Go go);

  std::shared_ptr<LaunchState> state_;  // null: closed
  std::shared_ptr<Run> run_;            // results so far
  std::shared_ptr<Run> ended_;
  eugene_place place_{};
  std::map<std::size_t, std::shared_ptr<ThreadRegisters>> threads_;  // threads that were requested
  bool goes_on_ = false;
};

}  // namespace eugene::python
