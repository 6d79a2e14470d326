#include "loaded_devices.h"

#include <array>
#include <fstream>
#include <string_view>

namespace eugene::inside::process {
namespace {

struct Driver {
  std::string_view library;  // beginning of the file's name
  std::string_view device;
};
constexpr std::array kDrivers{
    Driver{"libvulkan_lvp", "llvmpipe"},   // Mesa's Vulkan
    Driver{"swrast_dri", "llvmpipe"},      // Mesa's OpenGL
    Driver{"kms_swrast_dri", "llvmpipe"},  // Mesa's OpenGL through a DRM node
    Driver{"pipe_swrast", "llvmpipe"},     // Mesa's OpenCL
    Driver{"libvk_swiftshader", "SwiftShader"}, Driver{"libpocl", "PoCL"},
};

constexpr std::array<std::string_view, 3> kEarly{"libigdrcl", "libze_intel_gpu", "iHD_drv_video"};

}  // namespace

LoadedDrivers loaded_drivers() {
  LoadedDrivers found;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::string_view name = std::string_view(line).substr(line.rfind('/') + 1);
    for (const Driver& driver : kDrivers)
      if (name.starts_with(driver.library)) found.other_devices.emplace(driver.device);
    for (const std::string_view each : kEarly)
      if (name.starts_with(each)) found.makes_contexts_early = true;
    if (name.starts_with("libigdrcl")) found.has_opencl = true;
  }
  return found;
}

}  // namespace eugene::inside::process
