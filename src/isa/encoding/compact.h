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

// The 128-bit form of `compacted`. An error names the bits of it that mean nothing. For an immediate source 0, the
// tables also set bits of the register and region fields, which mean nothing then. expand() keeps these bits only if
// compact() could not choose the same entries without them.
Result<EncodedInstruction> expand(const Gen& gen, std::uint64_t compacted);

// The 64-bit form that expands to exactly `word`; of several the one with the lowest indices. Null if
// there is none.
std::optional<std::uint64_t> compact(const Gen& gen, const EncodedInstruction& word);

}  // namespace eugene::isa
