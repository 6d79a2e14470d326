// Plans the operands of one instruction: which bytes, in what spacing, with what conversion.
#pragma once

#include "base/diagnostic.h"
#include "eu/prepared_op.h"
#include "eu/register_file.h"

namespace eugene::eu {

// Plans the operands of one instruction; constants and offset tables go to `storage`.
class OperandPlanner {
 public:
  OperandPlanner(const isa::Program& program, const isa::Instruction& instruction, Exec exec, PreparedProgram& storage)
      : gen_(*program.gen), program_(program), instruction_(instruction), exec_(exec), storage_(storage) {}

  // An error becomes the fault of executing the instruction: for example, a register that does not exist, or a region
  // outside it.
  Result<SourcePlan> source(const isa::Operand& operand) {
    return source(operand, source_offsets(instruction_, operand));
  }
  // With `offsets` in place of the region, for line and pln. `lanes` says how many lanes are loaded.
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
  // Returns the first byte of an accumulator operand, counted from acc0. With SecHalf, acc0 means acc1 for dwords and
  // floats (SNB PRM vol4 part2 5.3.4.5 "SecHalf Control: Yes").
  unsigned accumulator_byte(const isa::Operand& operand) const;
  std::optional<Modifier> modifier(const isa::Operand& operand) const;
  ModifyFunction modify(std::optional<Modifier> modifier) const;
  // Plans a region that leaves the populated subregisters of an architecture register, but not its 32 bytes.
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

// Returns the first channel of the accumulators that the instruction uses implicitly, in elements of `type`. It is in
// acc1 if quarter control says so and acc1 exists for the type (BXT PRM vol6 "Accumulator Registers"); on Gen6 with
// SecHalf, for any type (SNB PRM vol4 part2 5.3.4.5). It follows the destination: a scalar in subregister 2 has channel
// 2.
unsigned implicit_accumulator_channel(const isa::Gen& gen, const isa::Instruction& instruction, isa::Type type);

// True if all lanes of a source have the same value, whatever its register holds: it is a scalar or a constant. `exec`
// is the type of the lanes.
bool has_equal_lanes(const SourcePlan& source, Exec exec);

// True if writing the first lanes of `destination` would change lanes of `source` that a loop has not read yet. Loops
// take whole groups of eight lanes, and read each group before they write it.
bool overlaps_shifted(const isa::Instruction& instruction, const SourcePlan& source,
                      const DestinationPlan& destination);

}  // namespace eugene::eu
