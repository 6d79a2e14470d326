// Finds the instruction that last changed some bytes of memory. For that, a dispatch runs twice on one worker,
// interpreted, so that both runs are identical: the first time to find the turn after which the bytes had changed, the
// second time instruction by instruction within this turn. A single run instruction by instruction would do, but take
// many times longer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gpu/substitute/difference.h"
#include "isa/program.h"

namespace eugene::gpu {

class WriteWatch {
 public:
  explicit WriteWatch(const std::byte* host) : host_(host) {}

  // Before each of the two runs.
  void begin_run();
  // Before a turn. Whether it is to be run by instructions.
  bool begin_turn();
  // Call after a turn, and in a turn that is run instruction by instruction after each one, which was at `ip` of
  // `program`.
  void end_turn();
  void end_instruction(const isa::Program& program, std::uint32_t ip, const GroupId& group, unsigned thread,
                       eu::Thread& state);

  // After the first run: whether there is anything to look for in a second one.
  bool has_changed() const { return last_turn_.has_value(); }
  // After both runs.
  const std::optional<LastWrite>& found() const { return found_; }

 private:
  bool changed();

  const std::byte* host_;
  std::array<std::byte, Difference::kBytes> held_{};
  std::uint64_t turn_ = 0;                  // from 1 on
  std::optional<std::uint64_t> last_turn_;  // that changed the bytes
  bool is_second_ = false;
  std::optional<LastWrite> found_;
};

}  // namespace eugene::gpu
