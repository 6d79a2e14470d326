// Counts of a draw: vertices, primitives and pixels.
#pragma once

#include <array>
#include <cstdint>

namespace eugene::gpu {

struct PipelineStatistics {
  std::uint64_t vertices = 0, primitives = 0;  // fetched and assembled
  std::uint64_t shaded_vertices = 0;
  std::uint64_t clipped = 0, drawn = 0;  // primitives before and after the clipper
  std::uint64_t culled = 0;              // primitives after the clipper that cover no area, or face away
  std::uint64_t covered_pixels = 0;      // pixels of primitives, inside the scissor rectangle
  std::uint64_t shaded_pixels = 0;
  std::uint64_t passed_pixels = 0;  // pixels that passed the stencil and the depth test

  PipelineStatistics& operator+=(const PipelineStatistics& more);
  bool operator==(const PipelineStatistics&) const = default;
};

// The counts by name.
struct NamedStatistic {
  const char* name;
  std::uint64_t PipelineStatistics::* member;
};
inline constexpr std::array kPipelineStatistics{
    NamedStatistic{"vertices", &PipelineStatistics::vertices},
    NamedStatistic{"shaded_vertices", &PipelineStatistics::shaded_vertices},
    NamedStatistic{"primitives", &PipelineStatistics::primitives},
    NamedStatistic{"clipper_primitives", &PipelineStatistics::clipped},
    NamedStatistic{"visible_primitives", &PipelineStatistics::drawn},
    NamedStatistic{"culled_primitives", &PipelineStatistics::culled},
    NamedStatistic{"covered_pixels", &PipelineStatistics::covered_pixels},
    NamedStatistic{"shaded_pixels", &PipelineStatistics::shaded_pixels},
    NamedStatistic{"passed_pixels", &PipelineStatistics::passed_pixels},
};
static_assert(sizeof(PipelineStatistics) == kPipelineStatistics.size() * sizeof(std::uint64_t));

inline PipelineStatistics& PipelineStatistics::operator+=(const PipelineStatistics& more) {
  for (const NamedStatistic& each : kPipelineStatistics) this->*each.member += more.*each.member;
  return *this;
}

}  // namespace eugene::gpu
