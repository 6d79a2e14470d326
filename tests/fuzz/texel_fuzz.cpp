// Random surface states and coordinates: a fetch never accesses memory outside the mappings, and always has a result or
// a reason.
#include <array>
#include <cstring>

#include "memory/flat_memory.h"
#include "memory/surface_layout.h"
#include "memory/texel.h"

using namespace eugene;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint64_t kPages = 0x8000;
  constexpr std::size_t kHeader = 1 + memory::kSurfaceStateBytes;
  if (size < kHeader) return 0;
  memory::FlatMemory flat;
  const std::span<std::byte> mapped = *flat.map(kPages, 0x4000);
  const memory::SurfaceLayout& layout = data[0] % 4 == 0 ? memory::kGen6Surfaces : memory::kGen9Surfaces;
  memory::SurfaceState state =
      memory::decode_surface_state(layout, std::as_bytes(std::span(data + 1, memory::kSurfaceStateBytes)));
  if (data[0] % 2 == 0) state.base = kPages + state.base % 0x1000;  // otherwise, most of the surface is not mapped
  const auto reader = memory::TexelReader::make(state);
  if (!reader) {
    if (reader.error().message.empty()) __builtin_trap();
    return 0;
  }
  memory::View view(flat);
  std::span<const std::uint8_t> rest(data + kHeader, size - kHeader);
  std::memcpy(mapped.data(), rest.data(), std::min(rest.size(), mapped.size()));
  for (; rest.size() >= 14; rest = rest.subspan(14)) {
    std::array<std::uint32_t, 3> place{};
    std::memcpy(place.data(), rest.data(), sizeof(place));
    // Small numbers are inside more often.
    if (rest[12] & 1) place = {place[0] % 256, place[1] % 64, place[2] % 8};
    memory::Pixel texel{};
    const memory::TexelPlace at{.x = place[0], .y = place[1], .slice = place[2], .level = rest[12], .sample = rest[13]};
    if (reader->fetch(view, at, texel)) (void)memory::select_channels(state, reader->format(), texel);
  }
  return 0;
}
