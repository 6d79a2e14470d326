#include "loaded_devices.h"

#include <array>
#include <fstream>
#include <string_view>

namespace eugene::i915 {
namespace {

struct Driver {
  std::string_view library;  // how the file's name begins
  std::string_view device;
};
constexpr std::array kDrivers{
    Driver{"libvulkan_lvp", "llvmpipe"},   // Mesa's Vulkan
    Driver{"swrast_dri", "llvmpipe"},      // Mesa's OpenGL
    Driver{"kms_swrast_dri", "llvmpipe"},  // the same by a DRM node
    Driver{"pipe_swrast", "llvmpipe"},     // Mesa's OpenCL
    Driver{"libvk_swiftshader", "SwiftShader"}, Driver{"libpocl", "PoCL"},
};

// Calls `use` with the name of each file that is mapped, as often as it is.
template <class Use>
void for_each_mapped_file(Use use) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) use(std::string_view(line).substr(line.rfind('/') + 1));
}

}  // namespace

std::set<std::string> loaded_devices() {
  std::set<std::string> found;
  for_each_mapped_file([&found](std::string_view name) {
    for (const Driver& driver : kDrivers)
      if (name.starts_with(driver.library)) found.emplace(driver.device);
  });
  return found;
}

bool has_opencl_driver() {
  bool found = false;
  for_each_mapped_file([&found](std::string_view name) { found = found || name.starts_with("libigdrcl"); });
  return found;
}

}  // namespace eugene::i915
