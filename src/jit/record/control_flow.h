// The control flow of a kernel in compiled code, determined before code is recorded: where channels wait for each other
// (joins), where the code can be entered and left with an exact Thread (entries, its safepoints), and the loops.
//
// Entries are the start, instructions that can suspend a thread, loop heads (which check the budget), and instructions
// after interpreted ones. A switch at the function's start that jumps to any of them would be simplest, but gives loops
// several entry points: LLVM then sees no natural loop and hoists nothing. So an entry in a loop is reached through the
// heads of all loops around it, each of which dispatches to the next. But if threads wait in a loop, most iterations
// begin at an entry and should only run the code after the wait. Such a loop is *open*: entered directly, and not
// optimised as a loop. So is a loop that calls functions, because functions return into it from other calls too. All
// others are *closed*.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "eu/analysis/versions.h"
#include "eu/kernel.h"
#include "eu/prepared_op.h"
#include "jit/frame.h"

namespace eugene::jit {

// The two versions of a kernel's code (jit/record/record_versions.h).
enum Version : std::uint8_t { kPartial, kFull };

class ControlFlow {
 public:
  // `control` is cr0.0 before each instruction, if it is known. With `is_alone`, threads have one channel. Without
  // `records_calls`, the interpreter executes calls. With `only`, it executes all instructions that are not in `only`.
  ControlFlow(const eu::Kernel& kernel, const std::vector<std::optional<std::uint32_t>>& control,
              const eu::Versions& versions, bool is_alone, bool records_calls, const std::vector<bool>* only);

  // Instructions where channels may wait, ascending. Can include the end of the program.
  const std::vector<std::uint32_t>& joins() const { return joins_; }
  bool is_join(std::uint32_t index) const { return std::ranges::binary_search(joins_, index); }
  std::size_t join_number(std::uint32_t index) const;

  // Instructions before which the code can be entered, ascending.
  const std::vector<std::uint32_t>& entries() const { return entries_; }
  // Where a version resumes threads: at its entries, and at the heads of loops on the way there; the partial version
  // also where threads of the full version continue.
  const std::vector<std::uint32_t>& resume_points(Version version) const { return resume_points_[version]; }
  bool is_resume_point(std::uint32_t index, Version version) const {
    return std::ranges::binary_search(resume_points_[version], index);
  }
  // Whether control can come to the instruction from elsewhere than the previous one.
  bool begins_block(std::uint32_t index, Version version) const { return begins_block_[version][index]; }
  // Before recording: control comes to the instruction from elsewhere.
  void begin_block(std::uint32_t index, Version version) { begins_block_[version][index] = true; }

  // Instructions after calls, ascending.
  const std::vector<std::uint32_t>& return_places() const { return return_places_; }

  bool is_loop_head(std::uint32_t index) const { return loops_.contains(index); }
  unsigned loop_depth(std::uint32_t index) const;
  // Returns the last instruction of the closed loop that begins at instruction `index`, if there is one.
  std::optional<std::uint32_t> closed_loop_at(std::uint32_t index) const;
  bool is_in_closed_loop(std::uint32_t index) const;
  // Whether all closed loops around `index` contain `other`.
  bool share_closed_loops(std::uint32_t index, std::uint32_t other) const;
  // Returns the next step from instruction `from` to resume point `target`: the first head of a closed loop around
  // `target`, or `target` itself.
  std::uint32_t first_step_to(std::uint32_t target, std::uint32_t from) const;

  // Whether the interpreter executes the instruction.
  bool is_interpreted(std::uint32_t index) const { return is_interpreted_[index]; }

 private:
  using Loops = std::map<std::uint32_t, std::uint32_t>;  // first instruction -> last

  void find_interpreted(const eu::Kernel& kernel, const std::vector<std::optional<std::uint32_t>>& control,
                        bool is_alone, bool records_calls, const std::vector<bool>* only);
  void find_joins(const eu::Kernel& kernel);
  void find_loops(const std::vector<eu::PreparedOp>& ops);
  void find_entries(const std::vector<eu::PreparedOp>& ops, const eu::Versions& versions);

  std::vector<bool> is_interpreted_;
  std::vector<std::uint32_t> joins_;
  std::vector<std::uint32_t> entries_;
  std::vector<std::uint32_t> return_places_;
  std::array<std::vector<std::uint32_t>, 2> resume_points_;
  std::array<std::vector<bool>, 2> begins_block_;
  Loops loops_;
  Loops closed_loops_;
};

}  // namespace eugene::jit
