// What instructions read and write of the large registers: GRF, MRF and accumulators, with which the Thread begins.
#pragma once

#include <array>
#include <cstdint>

#include "eu/prepare/prepared_op.h"
#include "isa/program.h"

namespace eugene::eu {

class RegisterUse {
 public:
  // By register, a bit for each byte.
  using Bytes = std::array<std::uint32_t, kCellCount>;
  static_assert(kGrfBytes == 32);

  explicit RegisterUse(const isa::Program& program) : program_(program) {}

  // What it may read. Of a register that it writes in part the rest stays what it is, and is not read.
  Bytes read(const PreparedOp& op) const;
  // What it surely writes; `all_run` says that all its channels do.
  Bytes written(const PreparedOp& op, bool all_run) const;
  // What it may write.
  Bytes changed(const PreparedOp& op) const;

 private:
  void read(const SourcePlan& plan, Bytes& bytes) const;
  Bytes payload(const isa::Instruction& instruction) const;
  Bytes answer(const isa::Instruction& instruction) const;

  const isa::Program& program_;
};

}  // namespace eugene::eu
