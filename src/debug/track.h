// Where a dispatch is: which instruction of its group is at hand, and where each thread's line and instruction before
// it began. One worker runs the groups one after the other, so each run of a dispatch passes the same moments.
#pragma once

#include <compare>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/source_lines.h"
#include "debug/private_addresses.h"
#include "debug/register_writes.h"
#include "isa/program.h"

namespace eugene::debug {

struct Moment {
  std::uint64_t group = 0;  // in the order of the walk
  std::uint64_t event = 0;  // number of the instruction among those that threads of the group begin, from 1
  auto operator<=>(const Moment&) const = default;
};

class Track {
 public:
  struct Thread {
    std::uint64_t executed = ~std::uint64_t{0};
    std::uint64_t at = 0, before = 0;  // events
    std::uint64_t line_at = 0, line_before = 0;
    std::uint32_t line = 0;
    std::uint32_t index = ~0U;         // of the instruction at hand
    std::vector<std::uint32_t> calls;  // of functions that have not returned
    WrittenRegisters written;
    KeptAddresses kept;
  };
  // All that changes.
  struct State {
    Moment now;
    std::uint64_t clock = 0;  // instructions that have begun in the dispatch
    std::vector<Thread> threads;
  };

  Track(const isa::Program& program, const SourceLines& lines);

  void group_begins(std::uint64_t group, unsigned threads);
  // False: the thread has waited at this instruction, and begins it again. `executed`: instructions of it before.
  bool begins(unsigned thread, std::uint32_t index, std::uint64_t executed);

  const State& state() const { return state_; }
  void restore(State state) { state_ = std::move(state); }
  Moment now() const { return state_.now; }
  // The instructions with which the functions were called that the thread is in, the last first.
  std::vector<std::uint32_t> calls(unsigned thread) const;
  // Of the group; 0: there is none.
  std::uint64_t instruction_before(unsigned thread) const { return state_.threads[thread].before; }
  // Where the current line began, or if that is now, the one before.
  std::uint64_t line_before(unsigned thread) const;
  WrittenRegisters& written(unsigned thread) { return state_.threads[thread].written; }
  const WrittenRegisters& written(unsigned thread) const { return state_.threads[thread].written; }
  KeptAddresses& kept(unsigned thread) { return state_.threads[thread].kept; }
  // Number of an instruction's line; 0: of none.
  std::uint32_t line_of(std::uint32_t index) const { return lines_[index]; }

 private:
  void follow_calls(Thread& thread, std::uint32_t index);

  std::vector<std::uint32_t> lines_;  // by instruction
  std::vector<bool> calls_;           // by instruction: whether it is one
  State state_;
};

}  // namespace eugene::debug
