// The loops over sem's meanings: one function for each opcode and lane type, instantiated from the meaning. Preparing
// an instruction looks the function up in a table.
#pragma once

#include <optional>

#include "eu/prepared_op.h"

namespace eugene::eu {

// Returns null if the opcode has no meaning on lanes of that type. mac, mach and sada2 take the accumulator as one more
// source after the explicit ones.
ComputeFunction compute_function(isa::Opcode opcode, Exec exec);

// add with saturation in 64-bit lanes, which hold the sources but not every sum. Gives the sum, or the nearest limit of
// the lane. In unsigned lanes one source may be negated, `negated_source`; a sum below zero is then zero.
ComputeFunction saturating_add(Exec exec, std::optional<unsigned> negated_source);

// math, by function. `remainder` is the second result of idiv.
ComputeFunction math_function(isa::MathFunction function, Exec exec);

// fcvt and srnd, on u32 lanes. Returns null if the instruction does not have that conversion.
ComputeFunction conversion_function(isa::Opcode opcode, isa::Conversion conversion);

// Computes the second result of mach, addc and subb, which goes to the accumulator, as i64 lanes.
ComputeFunction accumulator_function(isa::Opcode opcode, Exec exec);

// cmp and cmpn; also the comparison in csel, and in a sel with a condition modifier.
CompareFunction compare_function(isa::Opcode opcode, Exec exec, isa::CondMod condition);

// Selects the lane of `a` if its bit is set, else the lane of `b`. `flush`: also flushes denormals, for csel and for a
// sel with a condition modifier.
void select_lanes(Exec exec, bool flush, std::byte* result, const std::byte* a, const std::byte* b, std::uint32_t bits,
                  const ActiveLanes& work, const sem::Mode& mode);

// The condition modifier of all other instructions, on elements of `type`. Null for `o`: see overflow_function.
ConditionFunction condition_function(isa::Type type, isa::CondMod condition);

// .o: whether the computed lanes (first argument), from the sources (second), left the range of `type`.
CompareFunction overflow_function(Exec exec, isa::Type type);

}  // namespace eugene::eu
