#include "functions/sampler/plain_message.h"

#include <algorithm>
#include <cstring>

#include "eu/host_rounding.h"
#include "functions/sampler/header.h"

namespace eugene::functions {
namespace {

using sampler::PlainTexture;

constexpr unsigned kLanesOfRegister = eu::kGrfBytes / 4;

// Builds the tables only after 64 messages: for fewer, building them costs more than they save.
PlainTexture* plain_texture(SamplerBinding& binding) {
  constexpr std::uint32_t kFirst = 64;
  if (binding.messages > kFirst) return binding.plain ? &*binding.plain : nullptr;
  if (++binding.messages > kFirst) {
    const sampler::Texture& texture = *binding.texture;
    binding.plain = PlainTexture::make(binding.reader, binding.state, binding.border,
                                       choose_levels(binding.state, texture.levels(), 0, 0));
  }
  return nullptr;
}

// The coordinates u, v and r as numbers of type T; 0 if the payload does not have them.
template <class T>
struct Coordinates {
  std::array<const T*, 3> at;
  std::array<sampler::Lanes<T>, 3> room;  // copies of the used coordinates

  // Returns false if the payload has other parameters or ends within one.
  bool read(MessageCall& call, const ParameterList& parameters, unsigned lanes) {
    static constexpr sampler::Lanes<T> kZeros{};
    at.fill(kZeros.data());
    const unsigned registers = lanes / kLanesOfRegister;
    if (call.body_registers() % registers != 0) return false;
    const auto sent = std::min<std::size_t>(call.body_registers() / registers, parameters.count);
    const std::byte* from = sent == 0 ? nullptr : call.body(0, static_cast<unsigned>(sent) * registers);
    for (std::size_t index = 0; index < sent; ++index, from += lanes * sizeof(T)) {
      static_assert(static_cast<int>(Parameter::u) == 0 && static_cast<int>(Parameter::r) == 2);
      const auto axis = static_cast<std::size_t>(parameters.all[index]);
      if (axis == static_cast<std::size_t>(Parameter::ai)) continue;  // simple textures are not arrays
      if (axis >= at.size()) return false;
      at[axis] = room[axis].data();
      std::memcpy(room[axis].data(), from, lanes * sizeof(T));
    }
    return true;
  }
};

// Returns the written channels; nothing if the header has other fields or masks all channels.
std::optional<std::uint8_t> channels_written(const MessageCall& call) {
  constexpr const HeaderRow& kMasks = kHeaderRows[static_cast<unsigned>(HeaderField::channel_masks)];
  const std::uint32_t fields = call.header(kMasks.dword);
  const std::uint32_t masks = bits(fields, kMasks.high, kMasks.low);
  if (fields != masks << kMasks.low || masks == 0xF) return {};
  return static_cast<std::uint8_t>(~masks & 0xF);
}

}  // namespace

std::optional<bool> execute_plain(MessageCall& call, SamplerBinding& binding, const SamplerRow& row,
                                  const ParameterList& parameters, const SamplerShape& shape) {
  const bool loads = row.operation == SamplerOperation::load;
  if ((row.operation != SamplerOperation::sample && !loads) || row.lod != LodSource::zero || row.compares ||
      shape.is_4x2 || shape.half_input || shape.half_output) {
    return {};
  }
  const std::optional<std::uint8_t> written = channels_written(call);
  if (!written) return {};
  PlainTexture* plain = plain_texture(binding);
  if (plain == nullptr) return {};
  const std::uint8_t channels = channels_of_response(call, shape, *written);
  sampler::TexelLanes texels;
  if (loads) {
    Coordinates<std::int32_t> coordinates;
    if (!coordinates.read(call, parameters, shape.lanes)) return {};
    if (!plain->load(call.view(), coordinates.at, channels, shape.lanes, texels)) return {};
  } else {
    Coordinates<float> coordinates;
    if (!coordinates.read(call, parameters, shape.lanes)) return {};
    const eu::NearestRounding rounding;
    if (!plain->sample(call.view(), coordinates.at, channels, shape.lanes, texels)) return {};
  }
  return write_texels(call, shape, texels, channels);
}

}  // namespace eugene::functions
