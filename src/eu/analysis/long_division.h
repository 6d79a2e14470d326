// Finds loops that divide 64-bit integers bit by bit. Processors of most generations cannot divide these, so compilers
// write such a loop: for each bit of the dividend, from the highest one on, the remainder is doubled, takes in the bit,
// and loses the divisor if it is not less than the divisor; then the bit of the quotient is 1.
//
// What a loop does is proved, not guessed from its instructions: each of its iterations is executed on symbolic lanes
// (loop_step.h), and the results are compared with those of this step, for all values of the registers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "eu/analysis/live_registers.h"
#include "eu/prepared_op.h"
#include "isa/program.h"

namespace eugene::eu {

// The places in the Thread of the low and high dword of a channel's number.
using WidePlace = std::array<std::size_t, 2>;

// A loop whose iteration, if the counter is n >= kProvedDown, does this with each running channel's numbers, and sets
// the counter to n - 1:
//
//     remainder = remainder * 2 + bit n of dividend
//     if (remainder >= divisor) { remainder -= divisor; quotient |= 1 << n; }
//
// Whatever else the iterations down to kProvedDown leave behind is written again by the last iterations, or no longer
// read. `end` is set if all iterations do these steps and the last iteration leaves the loop. Nothing after the loop
// then reads any other register or flag that the loop writes.
struct LongDivision {
  static constexpr unsigned kFirstBit = 63;
  static constexpr unsigned kProvedDown = 2;

  struct Channel {
    WidePlace dividend{}, divisor{}, remainder{}, quotient{};
  };
  std::uint32_t head = 0;
  std::uint32_t last = 0;
  std::size_t counter = 0;        // a dword that all channels share
  bool has_quotient = false;      // false: the loop only computes the remainder
  std::vector<Channel> channels;  // from channel 0 on
  struct End {
    std::uint32_t counter = 0;
  };
  std::optional<End> end;  // for threads whose channels all run: the counter's value after the loop
};

// Returns the loop from `head` to `last` if the loop is such a division. `live` are the registers that the program may
// still read, if the thread's registers are not visible otherwise. `whole_live` are the same for threads whose channels
// all run; null if the kernel has no such threads.
std::optional<LongDivision> find_long_division(const isa::Program& program, const PreparedProgram& prepared,
                                               std::uint32_t head, std::uint32_t last, const LiveRegisters& live,
                                               const LiveRegisters* whole_live);

}  // namespace eugene::eu
