#include "functions/sampler/bindings.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "functions/sampler/header.h"
#include "functions/surfaces.h"

namespace eugene::functions {
namespace {

constexpr isa::PerGen<const sampler::SamplerLayout*> kSamplerLayouts{&sampler::kGen6Samplers, &sampler::kGen9Samplers};
constexpr std::uint64_t kBindlessKey = std::uint64_t{1} << 63;
constexpr std::string_view kRawStandIn = "R8_UINT";  // has elements of one byte, like a raw buffer

// Without a header, the pointer is the command streamer's.
std::uint64_t state_address(const MessageCall& call, const Environment& environment, const isa::Sampler& message) {
  const std::uint32_t table = call.has_header() ? call.header(3) & ~0xFU : environment.sampler_state;
  return environment.dynamic_state_base + table + std::uint64_t{message.sampler} * sampler::kSamplerStateBytes;
}

// Decodes the sampler state. Sets the address of the border colour only if an address mode uses it.
bool read_state(MessageCall& call, Surfaces& surfaces, SamplerBinding& binding) {
  std::array<std::byte, sampler::kSamplerStateBytes> bytes{};
  if (!surfaces.read_state(call, binding.sampler_address, bytes, "sampler state")) return false;
  binding.state = decode_sampler_state(sampler_layout(surfaces.gen()), bytes);
  if (binding.state.chroma_key) return call.fail("a sampler state with a chroma key is not supported");
  const auto is_border = [](sampler::AddressMode mode) {
    return mode == sampler::AddressMode::border || mode == sampler::AddressMode::half_border;
  };
  if (std::ranges::any_of(binding.state.address, is_border))
    binding.border_address = surfaces.environment().dynamic_state_base + binding.state.border_pointer;
  return true;
}

std::span<std::byte> find_border(const Surfaces& surfaces, std::span<std::byte, sampler::kMaxBorderBytes> bytes) {
  return bytes.first(sampler_layout(surfaces.gen()).border_bytes);
}

constexpr std::string_view kBorder = "border colour of a sampler state";

bool read_border(MessageCall& call, Surfaces& surfaces, SamplerBinding& binding) {
  if (binding.border_address == 0) return true;
  const sampler::SamplerLayout& layout = sampler_layout(surfaces.gen());
  std::array<std::byte, sampler::kMaxBorderBytes> bytes{};
  const std::span<std::byte> colour = find_border(surfaces, bytes);
  if (!surfaces.read_state(call, binding.border_address, colour, kBorder)) return false;
  binding.border = decode_border(layout, binding.state.border_is_8_bit, binding.reader.format(), colour);
  return true;
}

// Whether the binding's states are the same as in memory. Returns false after a fault, if stale states are reported.
bool has_fresh_states(MessageCall& call, Surfaces& surfaces, const SamplerBinding& binding) {
  std::array<std::byte, sampler::kMaxBorderBytes> bytes{};
  const auto state = std::span(bytes).first<sampler::kSamplerStateBytes>();
  return surfaces.read_state(call, binding.sampler_address, state, "sampler state") &&
         (binding.border_address == 0 ||
          surfaces.read_state(call, binding.border_address, find_border(surfaces, bytes), kBorder));
}

}  // namespace

const sampler::SamplerLayout& sampler_layout(const isa::Gen& gen) { return *kSamplerLayouts[gen.id]; }

void SamplerBindings::forget() {
  for (auto& entry : entries_) entry.reset();
}

SamplerBinding* SamplerBindings::find(MessageCall& call, Surfaces& surfaces, const isa::Sampler& message,
                                      bool uses_sampler) {
  const isa::Gen& gen = surfaces.gen();
  const Environment& environment = surfaces.environment();
  const bool bindless = find_binding(gen, message.bti) == isa::Binding::bindless;
  const std::uint32_t bindless_offset = call.request().extended_descriptor >> 12 << 6;
  const std::uint64_t key = bindless ? kBindlessKey | bindless_offset : message.bti;
  const std::uint64_t address = uses_sampler ? state_address(call, environment, message) : 0;
  auto& entry = entries_[(key ^ key >> 6 ^ address >> 4) % entries_.size()];
  const bool known = entry && entry->surface_key == key && entry->sampler_address == address;
  if (known && !call.reports_stale_states()) return entry.get();
  const memory::SurfaceState* surface =
      bindless ? surfaces.bindless_surface(call, bindless_offset) : surfaces.surface(call, message.bti);
  if (surface == nullptr) return nullptr;
  if (known) return !uses_sampler || has_fresh_states(call, surfaces, *entry) ? entry.get() : nullptr;
  const bool is_raw = surface->is_buffer() && surface->format == memory::kFormatRaw;
  memory::SurfaceState sampled = *surface;
  if (is_raw) sampled.format = memory::find_format(kRawStandIn)->code;
  auto reader = memory::TexelReader::make(sampled);
  if (!reader) {
    call.fail(fmt::format("sampler message to surface {}: {}", message.bti, reader.error().message),
              reader.error().reference);
    return nullptr;
  }
  auto binding = std::make_unique<SamplerBinding>(SamplerBinding{
      .surface_key = key, .sampler_address = address, .has_texels = !is_raw, .reader = std::move(*reader)});
  if (uses_sampler && !(read_state(call, surfaces, *binding) && read_border(call, surfaces, *binding))) return nullptr;
  binding->texture.emplace(binding->reader, binding->state, binding->border, call.view());
  entry = std::move(binding);
  return entry.get();
}

}  // namespace eugene::functions
