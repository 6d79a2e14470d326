// Counts of a draw: vertices, primitives and pixels.
#pragma once

#include <array>
#include <cstdint>

namespace eugene::gpu {

struct DrawStatistics {
  std::uint64_t vertices = 0, primitives = 0;  // fetched and assembled
  std::uint64_t shaded_vertices = 0;
  std::uint64_t clipped = 0, drawn = 0;  // primitives before and after the clipper
  std::uint64_t culled = 0;              // primitives after the clipper that cover no area, or face away
  std::uint64_t covered_pixels = 0;      // pixels of primitives, inside the scissor rectangle
  std::uint64_t shaded_pixels = 0;
  std::uint64_t passed_pixels = 0;  // pixels that passed the stencil and the depth test

  DrawStatistics& operator+=(const DrawStatistics& more);
  bool operator==(const DrawStatistics&) const = default;
};

// The counts by name.
struct DrawCountName {
  const char* name;
  std::uint64_t DrawStatistics::* member;
};
inline constexpr std::array kDrawCountNames{
    DrawCountName{"vertices", &DrawStatistics::vertices},
    DrawCountName{"shaded_vertices", &DrawStatistics::shaded_vertices},
    DrawCountName{"primitives", &DrawStatistics::primitives},
    DrawCountName{"clipper_primitives", &DrawStatistics::clipped},
    DrawCountName{"visible_primitives", &DrawStatistics::drawn},
    DrawCountName{"culled_primitives", &DrawStatistics::culled},
    DrawCountName{"covered_pixels", &DrawStatistics::covered_pixels},
    DrawCountName{"shaded_pixels", &DrawStatistics::shaded_pixels},
    DrawCountName{"passed_pixels", &DrawStatistics::passed_pixels},
};
static_assert(sizeof(DrawStatistics) == kDrawCountNames.size() * sizeof(std::uint64_t));

inline DrawStatistics& DrawStatistics::operator+=(const DrawStatistics& more) {
  for (const DrawCountName& each : kDrawCountNames) this->*each.member += more.*each.member;
  return *this;
}

}  // namespace eugene::gpu
