// Finds the instruction that last changed some bytes of memory. A dispatch runs twice on one worker, interpreted, so
// that both runs are identical. The first run finds the turn after which the bytes had changed. The second run looks at
// the bytes after each instruction of this turn. Looking after every instruction of a single run would take many times
// longer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "eu/observer.h"
#include "eu/thread_block.h"
#include "gpu/schedule/substitute/difference.h"
#include "isa/program.h"

namespace eugene::gpu {

class LastWriteFinder final : public eu::Observer {
 public:
  // `host` is the address of the bytes. `find_group` returns the ID of a group from its index in dispatch order.
  LastWriteFinder(const std::byte* host, const isa::Program& program, std::function<GroupId(std::uint64_t)> find_group)
      : host_(host), program_(&program), find_group_(std::move(find_group)) {}

  // Must be called before each of the two runs.
  void begin_run();
  eu::Interest interest() const override { return {.instructions = is_second_}; }
  void group_begins(const eu::StartedGroup& group) override;
  void turn_begins(const eu::Thread& thread) override;
  void turn_ends(const eu::Thread& thread) override;
  void executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned channels, std::uint32_t before) override;

  // After the first run: whether a second run has anything to find.
  bool has_changed() const { return last_turn_.has_value(); }
  // The result, after both runs.
  const std::optional<LastWrite>& found() const { return found_; }

 private:
  bool changed();

  const std::byte* host_;
  const isa::Program* program_;
  std::function<GroupId(std::uint64_t)> find_group_;
  std::uint64_t group_ = 0;  // index of the current group
  eu::ThreadBlock* threads_ = nullptr;
  std::array<std::byte, Difference::kBytes> held_{};
  std::uint64_t turn_ = 0;                  // number of the current turn, from 1
  std::optional<std::uint64_t> last_turn_;  // last turn that changed the bytes
  bool is_second_ = false;
  std::optional<LastWrite> found_;
};

}  // namespace eugene::gpu
