// Sampler instructions: vISA manual 3D_SAMPLE, 3D_LOAD, 3D_SAMPLE4, INFO, CACHE_FLUSH, and the older SAMPLE and LOAD.
#include <algorithm>

#include "lower/handlers.h"
#include "lower/sample_message.h"
#include "lower/send.h"
#include "visa/spelling.h"

namespace eugene::lower {
namespace {

using visa::Field;

// Returns the raw operands after the destination.
std::vector<visa::Raw> list_parameters(const Op& op) {
  std::vector<visa::Raw> parameters;
  bool is_after = false;
  for (const visa::Operand& operand : op.instruction.operands) {
    const auto* raw = std::get_if<visa::Raw>(&operand);
    if (raw == nullptr) continue;
    if (is_after) parameters.push_back(*raw);
    is_after = true;
  }
  return parameters;
}

// Returns header bits for the flags after the mnemonic. divS needs none: here, all channels have the same sampler.
Result<std::uint32_t> header_flags(const Op& op) {
  const auto has = [selector = op.number(Field::sampler_selector)](visa::SamplerFlag flag) {
    return visa::has_sampler_flag(selector, flag);
  };
  if (has(visa::kCoarsePixels))
    return fail("the level of coarse pixels is not executed: Gen9 has none", "vISA manual 3D_SAMPLE");
  return has(visa::kPixelNullMask) ? kPixelNullMask : 0;
}

Sample read_sample(const Op& op) {
  return {.type = static_cast<std::uint8_t>(op.form.selection),
          .parameters = list_parameters(op),
          .dst = op.get<visa::Raw>(Field::raw)};
}

unsigned wanted_channels(const Op& op, Field field) { return static_cast<unsigned>(op.number(field)) & kAllChannels; }

}  // namespace

Result<void> lower_sample(Context& context, const Op& op, const Row& /*row*/) {
  const auto flags = header_flags(op);
  if (!flags) return forward_error(flags);
  Sample wanted = read_sample(op);
  wanted.channels = wanted_channels(op, Field::channels);
  wanted.header = *flags;
  return send_sample(context, op, wanted);
}

// Gathers one of four channels. The response is returned whole.
Result<void> lower_sample4(Context& context, const Op& op, const Row& /*row*/) {
  const auto flags = header_flags(op);
  if (!flags) return forward_error(flags);
  Sample wanted = read_sample(op);
  wanted.header = *flags | (static_cast<std::uint32_t>(op.number(Field::single_channel)) & 3U) << kGatheredChannel;
  return send_sample(context, op, wanted);
}

// SAMPLE and LOAD: three coordinates, then the destination. A load reads level 0; the level comes before R.
Result<void> lower_old_sample(Context& context, const Op& op, const Row& /*row*/) {
  constexpr std::uint8_t kSampleMessage = 0, kLoadMessage = 7;
  constexpr unsigned kCoordinates = 3, kLodPlace = 2;
  const bool is_load = op.find(Field::sampler) == nullptr;
  Sample wanted{.type = is_load ? kLoadMessage : kSampleMessage,
                .dst = op.get<visa::Raw>(Field::raw, kCoordinates),
                .channels = wanted_channels(op, Field::channels_lanes)};
  for (unsigned n = 0; n < kCoordinates; ++n) wanted.parameters.push_back(*op.get<visa::Raw>(Field::raw, n));
  if (is_load) wanted.parameters.insert(wanted.parameters.begin() + kLodPlace, visa::Raw{});
  return send_sample(context, op, wanted);
}

// SAMPLEINFO has no parameter, so it needs the header.
Result<void> lower_info(Context& context, const Op& op, const Row& /*row*/) {
  const bool has_lod = op.find(Field::raw, 1) != nullptr;
  Sample wanted{.type = static_cast<std::uint8_t>(op.form.selection),
                .dst = op.get<visa::Raw>(Field::raw, has_lod ? 1 : 0),
                .channels = wanted_channels(op, Field::channels)};
  if (has_lod) wanted.parameters.push_back(*op.get<visa::Raw>(Field::raw));
  return send_sample(context, op, wanted);
}

Result<void> lower_sampler_flush(Context& context, const Op& op, const Row& /*row*/) {
  constexpr std::uint8_t kCacheFlush = 31;
  const auto place = context.scratch(1);
  if (!place) return forward_error(place);
  return send(context, op,
              {.sfid = isa::Sfid::sampler,
               .body = isa::Sampler{.type = kCacheFlush, .simd = isa::SamplerSimd::simd32_64},
               .header = true,
               .first = {.byte = context.header_byte(), .registers = 1},
               .response = Payload{.byte = *place, .registers = 1},
               .all_channels = true});
}

}  // namespace eugene::lower
