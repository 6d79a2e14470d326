// Finds the instruction that last changed some bytes of memory. For that, a dispatch runs twice on one worker,
// interpreted, so that both runs are identical: the first time to find the turn after which the bytes had changed, the
// second time to look at them after each instruction of this turn. Looking after every instruction of a single run
// would do, but take many times longer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "eu/observer.h"
#include "eu/thread_block.h"
#include "gpu/substitute/difference.h"
#include "isa/program.h"

namespace eugene::gpu {

class LastWriteFinder final : public eu::Observer {
 public:
  // `host`: where the bytes are. `group_of`: the number of a group, from its index in the walk.
  LastWriteFinder(const std::byte* host, const isa::Program& program, std::function<GroupId(std::uint64_t)> group_of)
      : host_(host), program_(&program), group_of_(std::move(group_of)) {}

  // Before each of the two runs.
  void begin_run();
  eu::Interest interest() const override { return {.instructions = is_second_}; }
  void group_begins(const eu::StartedGroup& group) override;
  void turn_begins(const eu::Thread& thread) override;
  void turn_ends(const eu::Thread& thread) override;
  void executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned channels, std::uint32_t before) override;

  // After the first run: whether there is anything to look for in a second one.
  bool has_changed() const { return last_turn_.has_value(); }
  // After both runs.
  const std::optional<LastWrite>& found() const { return found_; }

 private:
  bool changed();

  const std::byte* host_;
  const isa::Program* program_;
  std::function<GroupId(std::uint64_t)> group_of_;
  std::uint64_t group_ = 0;  // the current one's index
  eu::ThreadBlock* threads_ = nullptr;
  std::array<std::byte, Difference::kBytes> held_{};
  std::uint64_t turn_ = 0;                  // from 1 on
  std::optional<std::uint64_t> last_turn_;  // that changed the bytes
  bool is_second_ = false;
  std::optional<LastWrite> found_;
};

}  // namespace eugene::gpu
