// The large registers, with which the Thread begins (GRF, MRF and accumulators), that an instruction reads and writes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "eu/accumulator_channels.h"
#include "eu/analysis/cells.h"
#include "eu/prepared_op.h"
#include "isa/program.h"

namespace eugene::eu {

// Bytes of a few cells. A vISA kernel has thousands of cells, but an instruction touches only a handful.
class TouchedBytes {
 public:
  struct Part {
    unsigned cell = 0;
    std::uint32_t bytes = 0;  // a bit for each byte
  };
  static_assert(kGrfBytes == 32);

  // For any one cell, use only one of the two functions.
  void add_byte(unsigned cell, unsigned byte) {
    const auto at = std::ranges::find(parts_, cell, &Part::cell);
    if (at != parts_.end()) {
      at->bytes |= 1U << byte;
    } else {
      parts_.push_back({cell, 1U << byte});
    }
  }
  void add_cells(unsigned first, unsigned end) {
    for (; first < end; ++first) parts_.push_back({first, ~0U});
  }

  auto begin() const { return parts_.begin(); }
  auto end() const { return parts_.end(); }

 private:
  std::vector<Part> parts_;  // may have several parts for a cell
};

// Whether `op` computes lanes from its sources (PreparedOp::alu).
inline bool computes(const PreparedOp& op) {
  return op.action == Action::alu || op.action == Action::compare || op.action == Action::select ||
         op.action == Action::select_compare;
}

class RegisterUse {
 public:
  using Bytes = TouchedBytes;

  explicit RegisterUse(const isa::Program& program) : program_(program) {}

  unsigned cells() const { return cell_count(program_); }
  // Returns the bytes that `op` may read. A partial write, which keeps the rest of a register, does not count as a
  // read.
  Bytes read(const PreparedOp& op) const;
  // Adds the bytes that one source may read.
  void read(const SourcePlan& plan, Bytes& bytes) const;
  // Returns the bytes that `op` certainly writes. `all_run`: all channels of the instruction are enabled.
  Bytes written(const PreparedOp& op, bool all_run) const;
  // Returns the bytes that `op` may write.
  Bytes changed(const PreparedOp& op) const;

 private:
  Bytes payload(const isa::Instruction& instruction) const;
  Bytes matrices(const isa::Instruction& instruction) const;
  Bytes answer(const isa::Instruction& instruction) const;
  void mark(Bytes& bytes, std::size_t begin, std::size_t count) const;
  void mark_cells(Bytes& bytes, std::size_t first, std::size_t count) const;
  void mark_accumulators(Bytes& bytes, const AccumulatorChannels& channels, unsigned count) const;
  // Marks everything that an indirect operand can reach: the GRF, and the variables of vISA.
  void mark_general(Bytes& bytes) const;
  void mark_message(Bytes& bytes, const isa::Operand& operand, std::size_t count) const;
  Bytes everything() const;

  const isa::Program& program_;
};

}  // namespace eugene::eu
