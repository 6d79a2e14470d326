// The stage of the pipeline that a thread belongs to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace eugene {

enum class Stage : std::uint8_t { compute, vertex, pixel };

inline constexpr std::array<std::string_view, 3> kStageNames{"compute", "vertex", "pixel"};
inline constexpr std::array<std::string_view, 3> kShaderNames{"compute shader", "vertex shader", "pixel shader"};

constexpr std::string_view stage_name(Stage stage) { return kStageNames[static_cast<std::size_t>(stage)]; }

// Returns the name of the stage's threads, such as "pixel shader".
constexpr std::string_view shader_name(Stage stage) { return kShaderNames[static_cast<std::size_t>(stage)]; }

// Returns the stage with that name; compute if there is none.
constexpr Stage parse_stage(std::string_view name) {
  for (std::size_t i = 0; i < kStageNames.size(); ++i) {
    if (kStageNames[i] == name) return static_cast<Stage>(i);
  }
  return Stage::compute;
}

}  // namespace eugene
