// The object that prepares one instruction, shared by the prepare*.cpp files.
#pragma once

#include <optional>
#include <span>

#include "eu/prepare/operand_plan.h"
#include "eu/prepare/prepare.h"
#include "eu/prepare/raw_bits.h"

namespace eugene::eu {

class Preparer {
 public:
  Preparer(const isa::Program& program, std::uint32_t index, PreparedProgram& storage)
      : gen_(*program.gen),
        program_(program),
        instruction_(with_raw_bits(program.instructions[index])),
        storage_(storage) {
    op_.index = index;
    op_.ip = program.offsets[index];
  }

  Result<PreparedOp> run();

 private:
  // prepare.cpp
  Result<void> by_action();
  void masks();
  Result<void> sources(std::span<const isa::Operand> operands);
  Result<SourcePlan> special_source(OperandPlanner& planner, const isa::Operand& operand, std::size_t i);
  Result<void> waits();
  void synchronises();
  Result<void> sends();
  Result<void> systolic();
  Result<void> named_barrier();

  // prepare_alu.cpp
  Result<void> arithmetic();
  Result<void> scatter_mask();
  void gather_by_addresses();
  Result<void> meaning(OperandPlanner& planner, unsigned explicit_sources);
  bool has_its_group() const;
  std::optional<unsigned> negated_source() const;
  Result<void> second_result();
  void results();
  bool accumulates() const;
  isa::Type accumulator_type() const;

  // prepare_flow.cpp
  Result<void> branches();
  bool has_embedded_compare() const;
  bool has_register_distance() const;
  Result<void> distance_sources();
  Result<void> call_destination();
  Result<void> targets(bool from_register);

  const isa::Gen& gen_;
  const isa::Program& program_;
  const isa::Instruction instruction_;
  PreparedProgram& storage_;
  PreparedOp op_;
};

}  // namespace eugene::eu
