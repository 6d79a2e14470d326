// A clock for each thread of a group that is timed.
//
// The clock is a scoreboard: for each register the cycle in which it can be used, and the instruction that writes it.
// An instruction begins when the previous one has been issued and its registers are ready. The wait is its own stall,
// and is blamed on the instruction that writes the last of them. All this is for a thread by itself: how threads of an
// EU hide each other's waits is estimated from the sums (estimate.h). A cycle-accurate simulation would be a hundred
// times slower, and no more exact than the latencies that it is given.
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
  // `registers`: that instructions name.
  explicit GroupClocks(std::size_t registers) : registers_(registers) {}

  void begin(unsigned threads);
  // `thread` executes the instruction of `model`, which is number `index` of `counts`, with a result after `latency`.
  struct Step {
    std::size_t thread;
    std::uint32_t index;
    bool runs;  // in any channel
    std::uint64_t latency;
  };
  void follow(const Step& step, const InstructionModel& model, std::span<InstructionCounts> counts);
  // The cycle in which the last thread has issued its last instruction.
  std::uint64_t last() const;

 private:
  struct Clock {
    std::uint64_t now = 0;
    std::vector<std::uint64_t> ready;  // by register
    std::vector<std::uint32_t> maker;
  };
  void arrive(std::uint64_t now);

  std::size_t registers_;
  std::vector<Clock> clocks_;  // by thread
  // The barrier:
  unsigned arrived_ = 0;
  std::uint64_t last_arrival_ = 0;
  std::uint64_t released_ = 0;
};

}  // namespace eugene::profile
