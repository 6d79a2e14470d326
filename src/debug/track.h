// Tracks the position of a dispatch: the current instruction of its group, and where each thread's current and previous
// line and instruction began. One worker runs the groups one after the other, so every run of a dispatch passes the
// same moments.
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

// A moment of a dispatch: an instruction of a group is about to be executed.
struct Moment {
  std::uint64_t group = 0;  // index in dispatch order
  std::uint64_t event = 0;  // index of the instruction, from 1, among all instructions that the group's threads begin
  auto operator<=>(const Moment&) const = default;
};

class Track {
 public:
  struct Thread {
    std::uint64_t executed = ~std::uint64_t{0};
    std::uint64_t at = 0, before = 0;  // events
    std::uint64_t line_at = 0, line_before = 0;
    std::uint32_t line = 0;
    std::uint32_t index = ~0U;         // index of the current instruction
    std::vector<std::uint32_t> calls;  // call instructions of functions that have not returned
    WrittenRegisters written;
    KeptAddresses kept;
  };
  // The state that changes while the dispatch runs.
  struct State {
    Moment now;
    std::uint64_t clock = 0;  // instructions that have begun in the dispatch
    std::vector<Thread> threads;
  };

  Track(const isa::Program& program, const SourceLines& lines);

  void group_begins(std::uint64_t group, unsigned threads);
  // Records that a thread begins an instruction. Returns false if the thread has waited at this instruction and begins
  // it again. `executed` is the number of instructions that the thread has executed before.
  bool begins(unsigned thread, std::uint32_t index, std::uint64_t executed);

  const State& state() const { return state_; }
  void restore(State state) { state_ = std::move(state); }
  Moment now() const { return state_.now; }
  // Returns the call instructions of the functions that the thread is in, latest first.
  std::vector<std::uint32_t> calls(unsigned thread) const;
  // Returns the event of the thread's previous instruction in the group; 0: there is none.
  std::uint64_t instruction_before(unsigned thread) const { return state_.threads[thread].before; }
  // Returns the event at which the current line began. If that is now, returns the event at which the previous line
  // began.
  std::uint64_t line_before(unsigned thread) const;
  WrittenRegisters& written(unsigned thread) { return state_.threads[thread].written; }
  const WrittenRegisters& written(unsigned thread) const { return state_.threads[thread].written; }
  KeptAddresses& kept(unsigned thread) { return state_.threads[thread].kept; }
  // Returns the number of an instruction's line; 0: no line.
  std::uint32_t find_line(std::uint32_t index) const { return lines_[index]; }

 private:
  void follow_calls(Thread& thread, std::uint32_t index);

  std::vector<std::uint32_t> lines_;  // by instruction
  std::vector<bool> calls_;           // by instruction: whether it is a call
  State state_;
};

}  // namespace eugene::debug
