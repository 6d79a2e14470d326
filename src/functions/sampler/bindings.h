// Finds the surface and the sampler state of a message, by binding table index or bindless (SKL PRM vol7 "Sampler State
// Fetch", "Bindless Sampler State").
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

namespace eugene::sampler {
class PlainLevels;
}

namespace eugene::functions {

class Surfaces;

// Layout of sampler states on `gen`.
const sampler::SamplerLayout& sampler_layout(const isa::Gen& gen);

// A decoded surface and, for messages that use one, a sampler state.
struct SamplerBinding {
  std::uint64_t surface_key = ~std::uint64_t{0};
  std::uint64_t sampler_address = 0;
  std::uint64_t border_address = 0;  // 0: no border colour
  bool has_texels = true;            // false for a raw buffer: messages may query it but not sample it
  memory::TexelReader reader;
  sampler::SamplerState state;
  memory::Pixel border{};
  std::optional<sampler::Texture> texture;
  // The fast path for simple bindings and for messages of level 0 without offsets. Created for frequently used
  // bindings.
  std::shared_ptr<sampler::PlainTexture> plain;
  std::shared_ptr<sampler::PlainLevels> levels;  // the same for messages of several levels
  bool has_plain = false;                        // whether it has been tried to make `plain`
  std::uint32_t messages = 0;
};

// Caches bindings until their states are invalidated.
class SamplerBindings {
 public:
  void forget();
  // Returns null after a fault. The result is valid until the next call. `uses_sampler` is false for messages such as
  // ld and resinfo: they get a default sampler state.
  SamplerBinding* find(MessageCall& call, Surfaces& surfaces, const isa::Sampler& message, bool uses_sampler);

 private:
  std::array<std::unique_ptr<SamplerBinding>, 64> entries_;  // direct-mapped
};

}  // namespace eugene::functions
