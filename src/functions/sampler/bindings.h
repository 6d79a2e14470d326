// Which surface and which sampler state a message names: by binding table and index, or without (SKL PRM vol7 "Sampler
// State Fetch", "Bindless Sampler State").
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "functions/environment.h"
#include "functions/message_call.h"
#include "isa/gen.h"
#include "memory/surface.h"
#include "memory/texel.h"
#include "sampler/plain.h"
#include "sampler/state.h"
#include "sampler/texture.h"

namespace eugene::functions {

class Surfaces;

// How `gen` lays out sampler states.
const sampler::SamplerLayout& sampler_layout(const isa::Gen& gen);

// A surface and, for messages that use one, a sampler state, decoded and ready for use.
struct SamplerBinding {
  std::uint64_t surface_key = ~std::uint64_t{0};
  std::uint64_t sampler_address = 0;
  std::uint64_t border_address = 0;  // 0: no border colour
  bool has_texels = true;            // false of a raw buffer, which messages may ask about but not sample from
  memory::TexelReader reader;
  sampler::SamplerState state;
  memory::Pixel border{};
  std::optional<sampler::Texture> texture;
  // The fast path for simple bindings and messages of level 0 without offsets. Made once a binding is used often.
  std::optional<sampler::PlainTexture> plain;
  std::uint32_t messages = 0;
};

// Remembers bindings, until the states that they are made of are invalid.
class SamplerBindings {
 public:
  void forget();
  // Null after a fault. Valid until the next call. `uses_sampler`: not of ld, resinfo and the like, which get a state
  // that addresses nothing.
  SamplerBinding* find(MessageCall& call, Surfaces& surfaces, const isa::Sampler& message, bool uses_sampler);

 private:
  std::array<std::unique_ptr<SamplerBinding>, 64> entries_;  // direct-mapped
};

}  // namespace eugene::functions
