// The loops over sem's meanings: one function for each opcode and lane type, instantiated from the meaning and found in
// a table when an instruction is prepared.
#pragma once

#include <optional>

#include "eu/prepare/prepared_op.h"

namespace eugene::eu {

// Null where the opcode has no meaning on lanes of that type. Sources beyond the explicit ones: mac, mach and sada2
// take the accumulator as the next.
ComputeFunction compute_function(isa::Opcode opcode, Exec exec);

// add with saturation where 64-bit lanes hold the sources but not every sum: the sum, or the limit of the lane beyond
// which it lies. Unsigned lanes may have one source negated, which is named: a sum below zero is then zero.
ComputeFunction saturating_add(Exec exec, std::optional<unsigned> negated_source);

// math, by its function. `remainder` of idiv: its second result.
ComputeFunction math_function(isa::MathFunction function, Exec exec);

// fcvt and srnd, on u32 lanes; null where the instruction does not make that conversion.
ComputeFunction conversion_function(isa::Opcode opcode, isa::Conversion conversion);

// Computes the second result of mach, addc and subb, which goes to the accumulator, as i64 lanes.
ComputeFunction accumulator_function(isa::Opcode opcode, Exec exec);

// cmp, cmpn; and the comparison that csel and a sel with condition modifier decide by.
CompareFunction compare_function(isa::Opcode opcode, Exec exec, isa::CondMod condition);

// Lanes of `a` where the bit is set, else of `b`; `flush` for sel with condition modifier and csel, which flush
// denormals.
void select_lanes(Exec exec, bool flush, std::byte* result, const std::byte* a, const std::byte* b, std::uint32_t bits,
                  const ActiveLanes& work, const sem::Mode& mode);

// The condition modifier of all other instructions, over elements of `type`; null for `o`, see overflow_function.
ConditionFunction condition_function(isa::Type type, isa::CondMod condition);

// .o: did the lanes computed (first argument) from sources (second) leave the range of `type`?
CompareFunction overflow_function(Exec exec, isa::Type type);

}  // namespace eugene::eu
