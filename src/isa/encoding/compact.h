// Compaction: 64-bit forms of common 128-bit instructions. SNB PRM vol4 part2 5.5; Gen9 adds a form for
// three sources.
#pragma once

#include <cstdint>
#include <optional>

#include "base/diagnostic.h"
#include "isa/encoding/encoded_instruction.h"
#include "isa/gen.h"
#include "isa/program.h"

namespace eugene::isa {

// CmptCtrl, bit 29 of either form: the instruction is 64 bits long.
constexpr bool is_compacted(std::uint64_t low_half) { return (low_half >> 29 & 1) != 0; }

// Returns the 128-bit form of `compacted`. An error names the bits of `compacted` that mean nothing.
// If source 0 is an immediate, the tables also set bits of its register and region fields, which mean nothing. expand()
// clears these bits if compact() finds the same entries without them, and otherwise keeps them.
Result<EncodedInstruction> expand(const Gen& gen, std::uint64_t compacted);

// Returns the 64-bit form that expands to exactly `word`; null if there is none. Among several, it is the form with the
// lowest indices.
std::optional<std::uint64_t> compact(const Gen& gen, const EncodedInstruction& word);

}  // namespace eugene::isa
