// A clock for each thread of a timed group.
//
// The clock is a scoreboard: for each register, the cycle in which the register is ready, and the instruction that
// writes it. An instruction begins when the previous instruction has been issued and its own registers are ready. The
// wait counts as the instruction's stall, and is blamed on the instruction that writes the last register to become
// ready. Each thread is modelled in isolation: estimate.h estimates from the sums how threads of an EU hide each
// other's waits. A cycle-accurate simulation would be a hundred times slower, and no more exact than its assumed
// latencies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "profile/counts.h"
#include "profile/instruction_model.h"

namespace eugene::profile {

class GroupClocks {
 public:
  // `registers` is the number of registers that instructions may name.
  explicit GroupClocks(std::size_t registers) : registers_(registers) {}

  void begin(unsigned threads);
  // `thread` executes an instruction, whose model and counts are passed to follow(). Its result is ready after
  // `latency` cycles.
  struct Step {
    std::size_t thread;
    std::uint32_t index;  // of the instruction in `counts`
    bool runs;            // in any channel
    std::uint64_t latency;
  };
  void follow(const Step& step, const InstructionModel& model, std::span<InstructionCounts> counts);
  // Returns the cycle of the last instruction of all threads.
  std::uint64_t last() const;

 private:
  struct Clock {
    std::uint64_t now = 0;
    std::vector<std::uint64_t> ready;  // by register: the first cycle with its value
    std::vector<std::uint32_t> maker;  // by register: the instruction that writes it
  };
  void arrive(std::uint64_t now);

  std::size_t registers_;
  std::vector<Clock> clocks_;  // by thread
  // State of the barrier:
  unsigned arrived_ = 0;
  std::uint64_t last_arrival_ = 0;
  std::uint64_t released_ = 0;
};

}  // namespace eugene::profile
