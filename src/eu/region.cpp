#include "eu/region.h"

#include <algorithm>

namespace eugene::eu {

namespace {

// Element index of channel `channel` in an Align16 source: groups of four elements, the vertical stride apart; within a
// group the swizzle picks. Vertical stride 0 uses one group for all (5.3.7.3).
unsigned align16_element(const isa::Operand& operand, unsigned channel) {
  const unsigned component = (operand.swizzle >> (2 * (channel % 4))) & 3U;
  const unsigned group = operand.region.vstride <= 2 ? operand.region.vstride : 4U;
  return channel / 4 * group + component;
}

// Row-major order: row and column of the channel, each with its stride (5.3.6).
unsigned align1_element(const isa::Operand& operand, unsigned channel) {
  const unsigned width = std::max<unsigned>(operand.region.width, 1);
  const unsigned row = is_row_addressed(operand) ? 0 : channel / width * operand.region.vstride;
  return row + channel % width * operand.region.hstride;
}

// Three-source replicate control: one element for all channels, whatever the access mode.
bool is_scalar(const isa::Operand& operand) {
  return operand.region == isa::Region{.vstride = 0, .width = 1, .hstride = 0};
}

}  // namespace

bool selects_macro_accumulators(const isa::Instruction& instruction) {
  return instruction.opcode == isa::Opcode::madm ||
         (instruction.opcode == isa::Opcode::math &&
          (instruction.math == isa::MathFunction::invm || instruction.math == isa::MathFunction::rsqtm));
}

ElementOffsets source_offsets(const isa::Instruction& instruction, const isa::Operand& source) {
  isa::Operand operand = source;
  if (selects_macro_accumulators(instruction)) operand.swizzle = isa::kSwizzleNone;
  const bool align16 = instruction.access_mode == isa::AccessMode::align16 && !is_scalar(operand);
  ElementOffsets offsets{};
  for (unsigned channel = 0; channel < instruction.exec_size; ++channel) {
    const unsigned element = align16 ? align16_element(operand, channel) : align1_element(operand, channel);
    offsets[channel] = static_cast<std::uint16_t>(element * isa::size_of(operand.type));
  }
  return offsets;
}

ElementOffsets destination_offsets(const isa::Instruction& instruction) {
  const bool align16 = instruction.access_mode == isa::AccessMode::align16;
  const unsigned stride = align16 ? 1 : instruction.dst.region.hstride;
  ElementOffsets offsets{};
  for (unsigned channel = 0; channel < instruction.exec_size; ++channel) {
    offsets[channel] = static_cast<std::uint16_t>(channel * stride * isa::size_of(instruction.dst.type));
  }
  return offsets;
}

}  // namespace eugene::eu
