// Executes one iteration of a loop on symbolic lanes (symbols.h), for all channels that enter the iteration. Channels
// may diverge at a branch in the loop if they converge again at the branch's target.
//
// The result must also hold for threads in which only some of the channels run. Therefore a channel only knows values
// that the channel itself or a NoMask instruction has written.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "eu/analysis/symbols.h"
#include "eu/prepared_op.h"
#include "isa/program.h"

namespace eugene::eu {

// Registers that a loop may write: bytes of the Thread, and bits of f0 and f1.
struct LoopWrites {
  std::set<std::size_t> bytes;
  std::array<std::uint32_t, 2> flags{};
};

class LoopStep {
 public:
  // The instructions from `head` to `last`, for `channels`.
  LoopStep(const isa::Program& program, const PreparedProgram& prepared, std::uint32_t head, std::uint32_t last,
           std::uint32_t channels)
      : program_(program), prepared_(prepared), head_(head), last_(last), channels_(channels) {
    active_.fill(Truth::constant(true));
  }

  // Gives the dword at `place` a value for all channels. Call before run().
  void set(std::size_t place, std::uint32_t value);
  // Marks the values of these registers as out of date. run() then marks all values that depend on them. Call before
  // run().
  void set_stale(const LoopWrites& stale);

  enum class End : std::uint8_t { repeats, leaves, unknown };
  // Executes the iteration. Returns where all channels are then: at the head again, or at the instruction after the
  // loop. Returns `unknown` if the symbols cannot express an instruction or a branch.
  End run();

  // A value that an instruction has written. With a condition, the place holds `otherwise` where the condition is
  // false.
  struct Cell {
    Number value;
    unsigned bytes = 0;
    int writer = kUniform;  // the channel
    std::optional<Truth> condition = {};
    Number otherwise = {};
  };
  static constexpr int kUniform = -1;  // a NoMask instruction
  const std::unordered_map<std::size_t, Cell>& cells() const { return cells_; }
  const Cell* cell(std::size_t place) const {
    const auto at = cells_.find(place);
    return at == cells_.end() ? nullptr : &at->second;
  }
  // Return the registers that run() has written, and the registers whose values are out of date after run().
  LoopWrites written() const;
  LoopWrites stale() const;

  Symbols& symbols(int channel) { return channel == kUniform ? uniform_ : own_[static_cast<std::size_t>(channel)]; }

 private:
  struct FlagBit {
    Truth truth = Truth::unknown(false);
    int writer = kUniform;
    bool is_written = false;
  };
  // The lane of an instruction, and where it is recorded.
  struct Lane {
    unsigned index = 0;
    int channel = kUniform;
    Truth enabled;    // the channel runs, and the predicate lets it
    Truth predicate;  // for sel
  };
  struct Result {
    Number value;
    std::optional<Number> accumulator = {};
  };

  // These functions return nothing or false if the symbols cannot express the instruction.
  std::optional<std::uint32_t> next(const PreparedOp& op);
  std::optional<std::uint32_t> branch(const PreparedOp& op);
  std::optional<std::uint32_t> leave(const PreparedOp& op);
  bool execute(const PreparedOp& op);
  bool execute(const PreparedOp& op, const isa::Instruction& instruction, const Lane& lane);
  bool store(const PreparedOp& op, const Lane& lane, const Number& element, const Result& result);
  std::optional<Truth> predicate(const PreparedOp& op, unsigned lane, int channel) const;
  std::optional<Number> source(const PreparedOp& op, const isa::Instruction& instruction, unsigned index,
                               const Lane& lane);

  Number read(std::size_t place, unsigned bytes, int channel);
  Number read_as(std::size_t place, unsigned bytes, int channel, const Truth& active);
  bool split(std::size_t place, unsigned bytes);
  void write(std::size_t place, unsigned bytes, const Lane& lane, const Number& value);
  void write_flag(const PreparedOp& op, const Lane& lane, const Truth& truth);
  bool overlaps(std::size_t place, unsigned bytes) const;
  void rejoin();
  bool is_stale(std::size_t place, unsigned bytes) const;

  const isa::Program& program_;
  const PreparedProgram& prepared_;
  std::uint32_t head_;
  std::uint32_t last_;
  std::uint32_t channels_;

  Symbols uniform_;
  std::array<Symbols, 32> own_;
  std::array<Truth, 32> active_;
  std::optional<std::uint32_t> joins_at_;  // where channels that have diverged converge again
  bool all_wait_ = false;                  // no channel runs before `joins_at_`
  std::unordered_map<std::size_t, Cell> cells_;
  std::array<std::array<FlagBit, 32>, 2> flags_;
  LoopWrites stale_;
  // Values that NoMask instructions have overwritten while channels were diverged. Threads in which all channels wait
  // do not execute these instructions, and keep the values.
  struct Overwritten {
    std::size_t place;
    unsigned bytes;
    Cell before;
  };
  std::vector<Overwritten> overwritten_;
  struct OverwrittenFlag {
    unsigned number;
    unsigned bit;
    FlagBit before;
  };
  std::vector<OverwrittenFlag> overwritten_flags_;
};

}  // namespace eugene::eu
