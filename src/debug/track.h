// Tracks where each thread of the running group is: the events (gpu/timeline.h) at which its current and previous line
// and instruction began, its calls, and its written registers.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/source_lines.h"
#include "debug/private_addresses.h"
#include "debug/register_writes.h"
#include "isa/program.h"

namespace eugene::debug {

class Track {
 public:
  struct Thread {
    std::uint64_t at = 0, before = 0;  // events
    std::uint64_t line_at = 0, line_before = 0;
    std::uint32_t line = 0;
    std::uint32_t index = ~0U;         // index of the current instruction
    std::vector<std::uint32_t> calls;  // call instructions of functions that have not returned
    WrittenRegisters written;
    KeptAddresses kept;
  };
  using State = std::vector<Thread>;  // what changes while the dispatch runs; by thread of the group

  Track(const isa::Program& program, const SourceLines& lines);

  void group_begins(unsigned threads) { state_.assign(threads, {}); }
  // Records that a thread begins an instruction.
  void begins(unsigned thread, std::uint32_t index, std::uint64_t event);

  const State& state() const { return state_; }
  void restore(State state) { state_ = std::move(state); }
  // Returns the call instructions of the functions that the thread is in, latest first.
  std::vector<std::uint32_t> calls(unsigned thread) const;
  // Returns the event of the thread's previous instruction in the group; 0: there is none.
  std::uint64_t instruction_before(unsigned thread) const { return state_[thread].before; }
  // Returns the event at which the current line began. If that is now, returns the event at which the previous line
  // began.
  std::uint64_t line_before(unsigned thread) const;
  WrittenRegisters& written(unsigned thread) { return state_[thread].written; }
  const WrittenRegisters& written(unsigned thread) const { return state_[thread].written; }
  KeptAddresses& kept(unsigned thread) { return state_[thread].kept; }
  // Returns the number of an instruction's line; 0: no line.
  std::uint32_t find_line(std::uint32_t index) const { return lines_[index]; }

 private:
  void follow_calls(Thread& thread, std::uint32_t index);

  std::vector<std::uint32_t> lines_;  // by instruction
  std::vector<bool> calls_;           // by instruction: whether it is a call
  State state_;
};

}  // namespace eugene::debug
