#include "functions/sampler/payload.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "sem/half.h"

namespace eugene::functions {

bool Parameters::read(MessageCall& call, const SamplerShape& shape, const ParameterList& list) {
  half_ = shape.half_input;
  const unsigned lane_bytes = shape.half_input ? 2 : 4;
  const unsigned registers = shape.is_4x2 ? 0 : std::max(shape.lanes * lane_bytes / eu::kGrfBytes, 1U);
  const unsigned sent = call.body_registers();
  unsigned index = 0;
  for (const Parameter parameter : list.list()) {
    auto& values = value_[static_cast<unsigned>(parameter)];
    const unsigned first = shape.is_4x2 ? index / 4 : index * registers;
    const unsigned last = shape.is_4x2 ? first : first + registers - 1;
    if (first >= sent) break;
    if (last >= sent) {
      return call.fail(
          fmt::format("sampler message of {} registers after the header: parameter {} is incomplete", sent, index));
    }
    present_[static_cast<unsigned>(parameter)] = true;
    const std::byte* from = call.body(first, last - first + 1);
    if (from == nullptr) return false;
    for (unsigned lane = 0; lane < shape.lanes; ++lane) {
      const unsigned at = shape.is_4x2 ? lane * 16 + index % 4 * 4 : lane * lane_bytes;
      values[lane] = 0;
      std::memcpy(&values[lane], from + at, lane_bytes);
    }
    ++index;
  }
  return true;
}

std::int32_t Parameters::whole(Parameter parameter, unsigned lane) const {
  const std::uint32_t value = bits(parameter, lane);
  return half_ ? static_cast<std::int16_t>(value) : static_cast<std::int32_t>(value);
}

float Parameters::number(Parameter parameter, unsigned lane) const {
  const std::uint32_t value = bits(parameter, lane);
  return half_ ? sem::half_to_float({static_cast<std::uint16_t>(value)}) : std::bit_cast<float>(value);
}

std::uint8_t channels_of_response(const MessageCall& call, const SamplerShape& shape, std::uint8_t written,
                                  bool has_mask) {
  if (!shape.may_be_short || shape.is_4x2) return written;
  const unsigned lane_bytes = shape.half_output ? 2 : 4;
  const unsigned per_channel = std::max(shape.lanes * lane_bytes / eu::kGrfBytes, 1U);
  const unsigned registers = call.response_registers() - (has_mask && call.response_registers() != 0 ? 1 : 0);
  while (static_cast<unsigned>(std::popcount(written)) > std::max(registers / per_channel, 1U))
    written = static_cast<std::uint8_t>(written & ~std::bit_floor(written));
  return written;
}

bool write_response(MessageCall& call, const SamplerShape& shape, const SamplerResult& result, std::uint32_t enabled,
                    std::uint8_t written, std::optional<std::uint32_t> mask) {
  const unsigned lane_bytes = shape.half_output ? 2 : 4;
  const unsigned per_channel = std::max(shape.lanes * lane_bytes / eu::kGrfBytes, 1U);
  written = channels_of_response(call, shape, written, mask.has_value());
  const unsigned channels = static_cast<unsigned>(std::popcount(written));
  const unsigned data = shape.is_4x2 ? 1 : channels * per_channel;
  const unsigned count = data + (mask ? 1 : 0);
  std::byte* to = call.response(count);
  if (to == nullptr) return false;
  std::array<unsigned, 4> place{};  // byte of each channel in the response, for lane 0
  unsigned next = 0;
  for (unsigned channel = 0; channel < 4; ++channel) {
    place[channel] = shape.is_4x2 ? channel * 4 : next;
    if ((written >> channel & 1) != 0) next += per_channel * eu::kGrfBytes;
  }
  const unsigned stride = shape.is_4x2 ? 16 : lane_bytes;
  for (std::uint32_t left = enabled; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    for (unsigned channel = 0; channel < 4; ++channel) {
      if ((written >> channel & 1) == 0) continue;
      std::uint32_t value = result.pixel[lane][channel];
      if (shape.half_output && !result.is_integer) value = sem::float_to_half(std::bit_cast<float>(value)).bits;
      std::memcpy(to + place[channel] + lane * stride, &value, lane_bytes);
    }
  }
  if (mask) {
    constexpr std::uint32_t kReserved = ~std::uint32_t{0};  // the document: always written as ones
    const std::uint32_t lanes = (1U << shape.lanes) - 1;
    const std::uint32_t word = (kReserved & ~lanes) | (*mask & lanes);
    std::memcpy(to + data * eu::kGrfBytes, &word, sizeof(word));
  }
  return true;
}

}  // namespace eugene::functions
