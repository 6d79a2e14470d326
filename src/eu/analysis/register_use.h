// What instructions read and write of the large registers: GRF, MRF and accumulators, with which the Thread begins.
#pragma once

#include <cstdint>
#include <vector>

#include "eu/analysis/cells.h"
#include "eu/prepare/prepared_op.h"
#include "isa/program.h"

namespace eugene::eu {

class RegisterUse {
 public:
  // By cell, a bit for each byte.
  using Bytes = std::vector<std::uint32_t>;
  static_assert(kGrfBytes == 32);

  explicit RegisterUse(const isa::Program& program) : program_(program) {}

  unsigned cells() const { return cell_count(*program_.gen); }
  // What it may read. Of a register that it writes in part the rest stays what it is, and is not read.
  Bytes read(const PreparedOp& op) const;
  // What it surely writes; `all_run` says that all its channels do.
  Bytes written(const PreparedOp& op, bool all_run) const;
  // What it may write.
  Bytes changed(const PreparedOp& op) const;

 private:
  void read(const SourcePlan& plan, Bytes& bytes) const;
  Bytes payload(const isa::Instruction& instruction) const;
  Bytes matrices(const isa::Instruction& instruction) const;
  Bytes answer(const isa::Instruction& instruction) const;
  void mark_message(Bytes& bytes, const isa::Operand& operand, std::size_t count) const;

  const isa::Program& program_;
};

}  // namespace eugene::eu
