// The programs of vk_bench: what each dispatches, and what it must compute.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace bench {

using Words = std::vector<std::uint32_t>;

struct Dispatch {
  std::uint32_t groups;  // of as many invocations as the shader says, mostly 64
  std::array<std::uint32_t, 4> push{};
};

struct VulkanProgram {
  std::string_view name;
  std::span<const std::uint32_t> shader;  // SPIR-V
  Words input;                            // contents of the buffer
  std::vector<Dispatch> dispatches;       // one after the other
  // Is what the buffer holds in the end right?
  std::function<bool(const Words& result)> is_right;
};

std::vector<VulkanProgram> vulkan_programs();

}  // namespace bench
