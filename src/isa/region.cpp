#include "isa/region.h"

#include <algorithm>

namespace eugene::isa {

namespace {

// Returns the element index of channel `channel` in an Align16 source. Rows of components x y z w lie the vertical
// stride apart; the swizzle selects within a row. With vertical stride 0, all channels use one row (5.3.7.3). For
// 64-bit elements, the first component determines the element.
unsigned align16_element(const Operand& operand, unsigned channel) {
  const unsigned row = align16_row(operand.type);
  const unsigned component = selected_component(operand, align16_component(operand.type, channel % row));
  return channel / row * std::min<unsigned>(operand.region.vstride, row) + component * row / 4;
}

// Returns the element index of a channel in row-major order: row and column, each with its stride (5.3.6).
unsigned align1_element(const Operand& operand, unsigned channel) {
  const unsigned width = std::max<unsigned>(operand.region.width, 1);
  const unsigned row = is_row_addressed(operand) ? 0 : channel / width * operand.region.vstride;
  return row + channel % width * operand.region.hstride;
}

Footprint footprint(const Instruction& instruction, const Operand& operand, ElementOffsets offsets) {
  Footprint result{.first = offsets,
                   .channels = std::min<unsigned>(instruction.exec_size, kMaxChannels),
                   .element = byte_size(operand.type)};
  for (std::uint16_t& first : result.first) first = static_cast<std::uint16_t>(first + operand.subnr);
  return result;
}

// Three-source replicate control: one element for all channels, in both access modes.
bool is_replicated(const Operand& operand) { return operand.region == Region{.vstride = 0, .width = 1, .hstride = 0}; }

// An explicit accumulator's region is the destination's (5.3.4.5; BXT PRM vol6 "Accumulator Registers"). Mesa's
// saturated subtraction names a scalar but means each channel's own accumulator (docs/record/undefined.md).
bool is_channels_accumulator(const Instruction& instruction, const Operand& operand) {
  return operand.is_arf(Arf::acc) && !operand.indirect && instruction.access_mode == AccessMode::align1 &&
         is_replicated(operand);
}

// Returns `source` with the region and swizzle that it has in effect in this instruction.
Operand effective_source(const Instruction& instruction, const Operand& source) {
  Operand operand = source;
  if (selects_macro_accumulators(instruction)) operand.swizzle = kSwizzleNone;
  if (is_channels_accumulator(instruction, operand))
    operand.region = {
        .vstride = 0, .width = kMaxChannels, .hstride = std::max<std::uint8_t>(instruction.dst.region.hstride, 1)};
  return operand;
}

std::uint16_t element_offset(const Instruction& instruction, const Operand& operand, unsigned channel) {
  const bool align16 = instruction.access_mode == AccessMode::align16 && !is_replicated(operand);
  const unsigned element = align16 ? align16_element(operand, channel) : align1_element(operand, channel);
  return static_cast<std::uint16_t>(element * byte_size(operand.type));
}

}  // namespace

std::uint16_t source_offset(const Instruction& instruction, const Operand& source, unsigned channel) {
  return element_offset(instruction, effective_source(instruction, source), channel);
}

ElementOffsets source_offsets(const Instruction& instruction, const Operand& source) {
  const Operand operand = effective_source(instruction, source);
  const unsigned channels = std::min<unsigned>(instruction.exec_size, kMaxChannels);
  ElementOffsets offsets{};
  for (unsigned channel = 0; channel < channels; ++channel)
    offsets[channel] = element_offset(instruction, operand, channel);
  return offsets;
}

ElementOffsets destination_offsets(const Instruction& instruction) {
  const bool align16 = instruction.access_mode == AccessMode::align16;
  const unsigned stride = align16 ? 1 : instruction.dst.region.hstride;
  const unsigned channels = std::min<unsigned>(instruction.exec_size, kMaxChannels);
  ElementOffsets offsets{};
  for (unsigned channel = 0; channel < channels; ++channel) {
    offsets[channel] = static_cast<std::uint16_t>(channel * stride * byte_size(instruction.dst.type));
  }
  return offsets;
}

ElementOffsets destination_places(const Instruction& instruction) {
  ElementOffsets places = destination_offsets(instruction);
  if (!instruction.dst.spreads()) return places;
  for (std::uint16_t& place : places) {
    const unsigned beyond = (instruction.dst.subnr + place) / kRegisterBytes;
    place = static_cast<std::uint16_t>(place + beyond * (kSpreadRegisters - 1) * kRegisterBytes);
  }
  return places;
}

Footprint source_footprint(const Instruction& instruction, const Operand& source) {
  return footprint(instruction, source, source_offsets(instruction, source));
}

Footprint destination_footprint(const Instruction& instruction) {
  return footprint(instruction, instruction.dst, destination_offsets(instruction));
}

std::uint32_t write_channels(const Instruction& instruction) {
  if (instruction.access_mode == AccessMode::align1 || selects_macro_accumulators(instruction)) return ~0U;
  const Type type = instruction.dst.type;
  std::uint32_t channels = 0;
  for (unsigned channel = 0; channel < kMaxChannels; ++channel) {
    const unsigned component = align16_component(type, channel % align16_row(type));
    channels |= ((instruction.dst.write_mask >> component) & 1U) << channel;
  }
  return channels;
}

}  // namespace eugene::isa
