// Regions as byte offsets: SNB PRM vol4 part2 5.3.6, 5.3.7. The interpreter loads through them, the JIT shuffles by
// them, rules and checks use them to find the bytes that an operand accesses.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "isa/instruction.h"

namespace eugene::isa {

// Returns the region of source 0 or 1 of a three-source instruction in Align1 mode, whose width follows from the
// strides.
constexpr Region ternary_align1_region(std::uint8_t vstride, std::uint8_t hstride) {
  const unsigned width = hstride == 0 || vstride < hstride ? 1U : unsigned{vstride} / hstride;
  return {vstride, static_cast<std::uint8_t>(width), hstride};
}

// Returns the region of source 2 of such an instruction, which has only a horizontal stride.
constexpr Region row_of(std::uint8_t hstride) {
  if (hstride == 0) return {0, 1, 0};
  return {static_cast<std::uint8_t>(8U * hstride), 8, hstride};
}

// Byte offset of every channel's element from the operand's first byte (register and subregister, or the address in a0
// plus the immediate). Channels beyond the execution size have 0.
using ElementOffsets = std::array<std::uint16_t, kMaxChannels>;

// Offsets of operand `source` of `instruction`. For regions with one address register for each row (Vx1, VxH) they are
// offsets within the row.
ElementOffsets source_offsets(const Instruction& instruction, const Operand& source);
// Offset for `channel` only, which must be less than the execution size.
std::uint16_t source_offset(const Instruction& instruction, const Operand& source, unsigned channel);
ElementOffsets destination_offsets(const Instruction& instruction);
// Offsets of the elements written: destination_offsets(), except for message registers whose elements lie apart
// (Operand::spreads()).
ElementOffsets destination_places(const Instruction& instruction);

// The bytes that a region reaches, counted from the start of its first register: what a direct operand reads or writes.
struct Footprint {
  ElementOffsets first{};  // offset of each channel's element
  unsigned channels = 0;
  unsigned element = 0;  // bytes

  unsigned last_byte() const {
    unsigned last = 0;
    for (unsigned i = 0; i < channels; ++i) last = std::max(last, first[i] + element - 1);
    return last;
  }
  unsigned registers() const { return last_byte() / kRegisterBytes + 1; }
  bool in_second_register(unsigned channel) const { return first[channel] + element > kRegisterBytes; }
};
Footprint source_footprint(const Instruction& instruction, const Operand& source);
Footprint destination_footprint(const Instruction& instruction);

// Returns the channels that the write mask of an Align16 destination enables; in Align1, all channels.
std::uint32_t write_channels(const Instruction& instruction);

// Returns the subregister of a0, counted from addr_subnr, that `channel` uses in a row-addressed source.
constexpr unsigned address_row(const Operand& operand, unsigned channel) { return channel / operand.region.width; }

// madm, math.invm and math.rsqtm: swizzle and write mask name accumulators acc2..acc9 (BXT PRM vol6 "Accumulators
// acc2-acc9"), not components.
constexpr bool selects_macro_accumulators(const Instruction& instruction) {
  return instruction.opcode == Opcode::madm || (instruction.opcode == Opcode::math && is_macro(instruction.math));
}

constexpr bool is_row_addressed(const Operand& operand) {
  return operand.indirect && operand.region.vstride == Region::kPerRowAddress;
}

// Elements of an Align16 row. A component x y z w is a word for halves, bytes and words, else a dword. A 64-bit element
// takes two components, so a row holds two (docs/record/errata.md "Execution").
constexpr unsigned align16_row(Type type) { return byte_size(type) == 8 ? 2 : 4; }

// Index of the component at which element `element` of a row begins: x and z if an element takes two components.
constexpr unsigned align16_component(Type type, unsigned element) { return element * 4 / align16_row(type); }

// Returns the component that the swizzle selects in place of component `component` of a row.
constexpr unsigned selected_component(const Operand& operand, unsigned component) {
  return (operand.swizzle >> (2 * component)) & 3U;
}

}  // namespace eugene::isa
