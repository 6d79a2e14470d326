// The payload of a sampler message as parameters of channels, and its response from texels (SKL PRM vol7 "Payload
// Parameter Definition", "Writeback Message").
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "functions/message_call.h"
#include "functions/sampler/messages.h"
#include "memory/format.h"
#include "sampler/plain.h"

namespace eugene::functions {

inline constexpr unsigned kSampledLanes = sampler::kLanes;

// How the registers of a message are divided among channels.
struct SamplerShape {
  unsigned lanes = 8;
  bool is_4x2 = false;      // four parameters of two channels in each register
  bool half_input = false;  // parameters are 16 bits wide
  bool half_output = false;
  bool may_be_short = false;  // a response of fewer channels leaves out the last ones
};

class Parameters {
 public:
  // `list`: of this message and shape. Parameters beyond the end of the payload stay 0. False after a fault: the
  // payload ends inside a parameter.
  bool read(MessageCall& call, const SamplerShape& shape, const ParameterList& list);

  bool has(Parameter parameter) const { return present_[static_cast<unsigned>(parameter)]; }
  std::uint32_t bits(Parameter parameter, unsigned lane) const {
    return has(parameter) ? value_[static_cast<unsigned>(parameter)][lane] : 0;
  }
  std::int32_t whole(Parameter parameter, unsigned lane) const;
  float number(Parameter parameter, unsigned lane) const;

 private:
  bool half_ = false;
  std::array<bool, kParameters> present_{};
  std::array<std::array<std::uint32_t, kSampledLanes>, kParameters> value_;  // of those present
};

// Four dwords for each channel, and which pixels had all their texels.
struct SamplerResult {
  std::array<memory::Pixel, kSampledLanes> pixel;  // of the enabled lanes
  std::uint32_t complete = 0xFFFF;
  bool is_integer = false;
};

// Of the channels `written` those that the response has room for, one at least; the last ones are left out.
std::uint8_t channels_of_response(const MessageCall& call, const SamplerShape& shape, std::uint8_t written,
                                  bool has_mask = false);

// Writes the channels `written` of the lanes `enabled`, or the first ones that the response has room for, and after
// them a phase with `mask` if there is one. False after a fault: the response is too short.
bool write_response(MessageCall& call, const SamplerShape& shape, const SamplerResult& result, std::uint32_t enabled,
                    std::uint8_t written, std::optional<std::uint32_t> mask);

// As above for 32-bit texels, without a mask of pixels. The response must have room for `channels`.
bool write_texels(MessageCall& call, const SamplerShape& shape, const sampler::TexelLanes& texels,
                  std::uint8_t channels);

}  // namespace eugene::functions
