// Operands of one instruction to plans: which bytes, in what spacing, converted how.
#pragma once

#include "base/diagnostic.h"
#include "eu/prepare/prepared_op.h"
#include "eu/register_file.h"

namespace eugene::eu {

// Plans the operands of one instruction; constants and offset tables go to `storage`.
class OperandPlanner {
 public:
  OperandPlanner(const isa::Program& program, const isa::Instruction& instruction, Exec exec, PreparedProgram& storage)
      : gen_(*program.gen), program_(program), instruction_(instruction), exec_(exec), storage_(storage) {}

  // Errors are what makes executing the instruction a fault: a register that does not exist, a region that leaves it.
  Result<SourcePlan> source(const isa::Operand& operand) {
    return source(operand, source_offsets(instruction_, operand));
  }
  // With `offsets` in place of the region's: line, pln. Lanes beyond its nonzero part are `lanes`.
  Result<SourcePlan> source(const isa::Operand& operand, const ElementOffsets& offsets, ActiveLanes lanes);
  Result<DestinationPlan> destination();
  // The implicit accumulator source of mac, mach and sada2.
  SourcePlan implicit_accumulator();

 private:
  Result<SourcePlan> source(const isa::Operand& operand, const ElementOffsets& offsets) {
    return source(operand, offsets, ActiveLanes::of(instruction_.exec_size));
  }
  SourcePlan immediate(const isa::Operand& operand, ActiveLanes lanes);
  Result<SourcePlan> accumulator(const isa::Operand& operand, const ElementOffsets& offsets, ActiveLanes lanes);
  Result<DestinationPlan> accumulator_destination(const ElementOffsets& offsets);
  // First byte of an accumulator operand, counted over the accumulators: with SecHalf acc0 is acc1 for dwords and
  // floats (SNB PRM vol4 part2 5.3.4.5 "SecHalf Control: Yes").
  unsigned accumulator_byte(const isa::Operand& operand) const;
  std::optional<Modifier> modifier(const isa::Operand& operand) const;
  ModifyFunction modify(std::optional<Modifier> modifier) const;
  // Where a region leaves the populated subregisters of an architecture register, within its 32 bytes.
  SourcePlan partly_populated(SourcePlan plan, const RegisterSpan& file, const isa::Operand& operand,
                              const ElementOffsets& offsets);
  const std::byte* constant(const LaneBuffer& buffer);
  const ElementOffsets* table(const ElementOffsets& offsets);

  const isa::Gen& gen_;
  const isa::Program& program_;
  const isa::Instruction& instruction_;
  Exec exec_;
  PreparedProgram& storage_;
};

// Index of the first channel of the accumulators that the instruction uses implicitly, in elements of `type`: acc1
// where quarter control says so and the type has it (BXT PRM vol6 "Accumulator Registers"). On Gen6 that is SecHalf,
// whatever the type (SNB PRM vol4 part2 5.3.4.5). It follows the destination: a scalar to subregister 2 has channel 2.
unsigned implicit_accumulator_channel(const isa::Gen& gen, const isa::Instruction& instruction, isa::Type type);

// Whether writing the first lanes of `destination` would change lanes of `source` that a loop has yet to read. Loops
// take whole groups of eight lanes, and each group is read before it is written.
bool overlaps_shifted(const isa::Instruction& instruction, const SourcePlan& source,
                      const DestinationPlan& destination);

}  // namespace eugene::eu
