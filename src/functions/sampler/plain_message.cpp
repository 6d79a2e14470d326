#include "functions/sampler/plain_message.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "functions/sampler/header.h"
#include "functions/sampler/neighbours.h"
#include "sampler/plain_levels.h"

namespace eugene::functions {
namespace {

using sampler::PlainLevels;
using sampler::PlainTexture;

constexpr unsigned kLanesOfRegister = eu::kGrfBytes / 4;

// Whether so many messages have used the binding that making the fast path costs less than it saves.
bool is_busy(SamplerBinding& binding) {
  constexpr std::uint32_t kFirst = 8;
  return binding.messages > kFirst || ++binding.messages > kFirst;
}

// Returns null if the binding needs Texture.
std::shared_ptr<PlainTexture> plain_texture(SamplerBinding& binding) {
  if (!binding.has_plain) {
    binding.has_plain = true;
    const sampler::Texture& texture = *binding.texture;
    auto made = PlainTexture::make(binding.reader, binding.state, binding.border,
                                   choose_levels(binding.state, texture.levels(), 0, 0));
    if (made) binding.plain = std::make_shared<PlainTexture>(*std::move(made));
  }
  return binding.plain;
}

std::shared_ptr<PlainLevels> plain_levels(SamplerBinding& binding) {
  if (binding.levels == nullptr)
    binding.levels = std::make_shared<PlainLevels>(binding.reader, binding.state, binding.border);
  return binding.levels;
}

// Returns the written channels; nothing if the header has other fields or masks all channels.
std::optional<std::uint8_t> channels_written(const MessageCall& call) {
  constexpr const HeaderRow& kMasks = kHeaderRows[static_cast<unsigned>(HeaderField::channel_masks)];
  const std::uint32_t fields = call.header(kMasks.dword);
  const std::uint32_t masks = bits(fields, kMasks.high, kMasks.low);
  if (fields != masks << kMasks.low || masks == 0xF) return {};
  return static_cast<std::uint8_t>(~masks & 0xF);
}

// Whether samples differ with the level of detail: there are mip levels, or one filter for enlarged textures and
// another for others.
bool depends_on_lod(const sampler::SamplerState& state) {
  return state.mip_filter != sampler::MipFilter::none || state.min_filter != state.mag_filter ||
         state.min_filter == sampler::Filter::anisotropic || state.rounds_min != state.rounds_mag;
}

// Copies the lanes of `enabled`.
void copy_lanes(std::uint32_t* to, const std::uint32_t* from, std::uint32_t enabled) {
  for (; enabled != 0; enabled &= enabled - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(enabled));
    to[lane] = from[lane];
  }
}

}  // namespace

// Returns the coordinates u, v and r in the body, as numbers of type T.
template <class T>
std::array<const T*, 3> PlainMessage::coordinates(const std::byte* body) const {
  std::array<const T*, 3> at{};
  for (unsigned axis = 0; axis < at.size(); ++axis) {
    if (place_[axis] < 0) continue;
    at[axis] = reinterpret_cast<const T*>(body + static_cast<unsigned>(place_[axis]) * lanes_ * sizeof(T));
  }
  return at;
}

// Returns false if the payload has other parameters or ends within one.
bool PlainMessage::place_coordinates(const ParameterList& parameters, bool is_array) {
  const unsigned registers = lanes_ / kLanesOfRegister;
  if (body_registers_ % registers != 0) return false;
  const auto sent = std::min<std::size_t>(body_registers_ / registers, parameters.count);
  for (std::size_t index = 0; index < sent; ++index) {
    static_assert(static_cast<int>(Parameter::u) == 0 && static_cast<int>(Parameter::r) == 2);
    const auto axis = static_cast<std::size_t>(parameters.all[index]);
    // The layer, r or ai, of a texture with one layer: samples are clamped to it, but loads can be outside.
    const bool is_layer = axis >= static_cast<std::size_t>(Parameter::r);
    if (loads_ && is_array && is_layer) return false;
    if (axis == static_cast<std::size_t>(Parameter::ai)) continue;
    if (axis >= place_.size()) return false;
    place_[axis] = static_cast<int>(index);
  }
  return true;
}

std::optional<PlainMessage> PlainMessage::make(const MessageCall& call, SamplerBinding& binding, const SamplerRow& row,
                                               const ParameterList& parameters, const SamplerShape& shape) {
  PlainMessage message;
  message.loads_ = row.operation == SamplerOperation::load;
  const bool uses_neighbours = row.lod == LodSource::neighbours && !message.loads_;
  const bool has_levels = uses_neighbours && depends_on_lod(binding.state);
  if (has_levels && binding.state.min_filter == sampler::Filter::anisotropic) return {};
  const bool has_lod = row.lod == LodSource::zero || uses_neighbours;
  if ((row.operation != SamplerOperation::sample && !message.loads_) || !has_lod || row.compares || row.kills ||
      shape.is_4x2 || shape.half_input || shape.half_output) {
    return {};
  }
  const std::optional<std::uint8_t> written = channels_written(call);
  if (!written) return {};
  if (!is_busy(binding)) return {};
  if (has_levels) {
    message.levels_ = plain_levels(binding);
    message.sizes_ = binding.texture->levels();
    message.state_ = binding.state;
  } else {
    message.texture_ = plain_texture(binding);
    if (message.texture_ == nullptr) return {};
  }
  message.written_ = channels_of_response(call, shape, *written);
  message.lanes_ = shape.lanes;
  // Whoever executes a prepared message expects that the enabled channels cover the whole response.
  if (call.exec_size() < message.lanes_) return {};
  message.body_registers_ = call.body_registers();
  if (message.body_registers_ > kMaxParameters) return {};
  if (!message.place_coordinates(parameters, binding.reader.surface().is_array) ||
      call.response_registers() != message.response_registers())
    return {};
  return message;
}

unsigned PlainMessage::response_registers() const {
  return static_cast<unsigned>(std::popcount(written_)) * lanes_ / kLanesOfRegister;
}

// Samples the levels that each quad of pixels chooses.
bool PlainMessage::sample_levels(memory::View& view, const std::byte* body, const sampler::TexelLanes& texels) const {
  const std::array<const float*, 3> at = coordinates<float>(body);
  const auto point = [&](unsigned lane) {
    SamplePoint of_lane{};
    for (unsigned axis = 0; axis < at.size(); ++axis) of_lane[axis] = at[axis] == nullptr ? 0 : at[axis][lane];
    return of_lane;
  };
  std::array<sampler::LevelChoice, kSampledLanes / sampler::kQuadLanes> choices;
  const unsigned quads = lanes_ / sampler::kQuadLanes;
  for (unsigned quad = 0; quad < quads; ++quad) {
    const unsigned first = quad * sampler::kQuadLanes;
    const sampler::Gradients gradients = differences(point(first), point(first + 1), point(first + 2));
    constexpr unsigned kMaxSamples = 1;  // anisotropic filters are not plain
    const std::int32_t lod = footprint(sizes_, gradients, kMaxSamples).lod;
    choices[quad] = choose_levels(state_, sizes_, lod, 0);
  }
  return levels_->sample(view, at, std::span(choices).first(quads), written_, texels);
}

bool PlainMessage::find_plane(memory::View& view) {
  if (texture_ == nullptr) return false;
  plane_code_ = texture_->plane_code(loads_);
  plane_ = {.bytes = texture_->surface(view), .runs = &runs_, .lanes = lanes_, .channels = written_};
  body_ = nullptr;
  return plane_code_ != nullptr && plane_.bytes != nullptr;
}

void PlainMessage::place_plane(const std::byte* body, std::byte* response) {
  body_ = body;
  response_ = response;
  plane_.at = coordinates<std::uint32_t>(body);
  auto* place = reinterpret_cast<std::uint32_t*>(response);
  for (unsigned channel = 0; channel < plane_.to.size(); ++channel) {
    if ((written_ >> channel & 1) == 0) continue;
    plane_.to[channel] = place;
    place += lanes_;
  }
}

bool PlainMessage::execute(memory::View& view, std::uint32_t channels, const std::byte* body, std::byte* response) {
  const auto all = static_cast<std::uint32_t>(low_mask(lanes_));
  const bool is_whole = (channels & all) == all;
  std::array<sampler::Lanes<std::uint32_t>, 4> room;
  sampler::TexelLanes places{};
  sampler::TexelLanes texels{};
  auto* place = reinterpret_cast<std::uint32_t*>(response);
  for (unsigned channel = 0; channel < texels.size(); ++channel) {
    if ((written_ >> channel & 1) == 0) continue;
    places[channel] = place;
    texels[channel] = is_whole ? place : room[channel].data();
    place += lanes_;
  }
  bool done = false;
  if (levels_ != nullptr)
    done = sample_levels(view, body, texels);
  else if (loads_)
    done = texture_->load(view, coordinates<std::int32_t>(body), written_, lanes_, texels, &runs_);
  else
    done = texture_->sample(view, coordinates<float>(body), written_, lanes_, texels, &runs_);
  if (!done || is_whole) return done;
  for (unsigned channel = 0; channel < texels.size(); ++channel) {
    if (places[channel] != nullptr) copy_lanes(places[channel], texels[channel], channels & all);
  }
  return true;
}

}  // namespace eugene::functions
