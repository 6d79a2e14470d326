// Regions as byte offsets: SNB PRM vol4 part2 5.3.6, 5.3.7. The interpreter loads through them, the JIT shuffles by
// them.
#pragma once

#include <array>
#include <cstdint>

#include "eu/thread.h"
#include "isa/instruction.h"

namespace eugene::eu {

// Byte offset of every channel's element from the operand's first byte (register and subregister, or the address in a0
// plus the immediate). Channels beyond the execution size have 0.
using ElementOffsets = std::array<std::uint16_t, kMaxChannels>;

// Of operand `source` of `instruction`; for regions with one address register a row (Vx1, VxH) the offset within the
// row.
ElementOffsets source_offsets(const isa::Instruction& instruction, const isa::Operand& source);
ElementOffsets destination_offsets(const isa::Instruction& instruction);

// For a row-addressed source: which subregister of a0, counted from addr_subnr, channel `channel` uses.
constexpr unsigned address_row(const isa::Operand& operand, unsigned channel) { return channel / operand.region.width; }

// madm, math.invm and math.rsqtm: swizzle and write mask name accumulators acc2..acc9 (BXT PRM vol6 "Accumulators
// acc2-acc9"), not components.
bool selects_macro_accumulators(const isa::Instruction& instruction);

constexpr bool is_row_addressed(const isa::Operand& operand) {
  return operand.indirect && operand.region.vstride == isa::Region::kPerRowAddress;
}

}  // namespace eugene::eu
