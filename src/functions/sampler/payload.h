// Converts the payload of a sampler message to parameters of channels, and texels to its response (SKL PRM vol7
// "Payload Parameter Definition", "Writeback Message").
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

// How the registers of a message are divided between channels.
struct SamplerShape {
  unsigned lanes = 8;
  bool is_4x2 = false;      // a register has four parameters of two channels
  bool half_input = false;  // parameters are 16 bits wide
  bool half_output = false;
  bool may_be_short = false;  // a response with fewer registers omits the last channels
};

class Parameters {
 public:
  // `list` has the parameters of this message and shape. Parameters past the end of the payload stay 0. Returns false
  // after a fault: the payload ends within a parameter.
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
  std::array<std::array<std::uint32_t, kSampledLanes>, kParameters> value_;  // only for parameters that are present
};

// Four dwords for each channel, and a mask of pixels with all texels mapped.
struct SamplerResult {
  std::array<memory::Pixel, kSampledLanes> pixel;  // only for enabled lanes
  std::uint32_t complete = 0xFFFF;
  bool is_integer = false;
};

// Removes the last channels from `written` if the response has no registers for them. Keeps at least one.
std::uint8_t channels_of_response(const MessageCall& call, const SamplerShape& shape, std::uint8_t written,
                                  bool has_mask = false);

// Writes the channels `written` of the lanes `enabled`; fewer channels if the response is short. If there is a `mask`,
// it is written to a register after them. Returns false after a fault: the response is too short.
bool write_response(MessageCall& call, const SamplerShape& shape, const SamplerResult& result, std::uint32_t enabled,
                    std::uint8_t written, std::optional<std::uint32_t> mask);

}  // namespace eugene::functions
