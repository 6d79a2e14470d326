#include "shader_programs.h"

#include <link.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace eugene::i915 {
namespace {

// In Debian 12 each driver of OpenGL is a file of its own, since Mesa 24 all are in libgallium.
constexpr std::array<std::string_view, 4> kOfOpenGl{"iris_dri", "crocus_dri", "i965_dri", "libgallium"};
// OpenCL, and video drivers, whose kernels are C for Media.
constexpr std::array<std::string_view, 5> kOthers{"libigdrcl", "libRusticlOpenCL", "libze_intel_gpu", "iHD_drv_video",
                                                  "i965_drv_video"};

struct Loaded {
  bool opengl = false;
  bool vulkan = false;
  bool other = false;
};

int look(dl_phdr_info* info, std::size_t /*bytes*/, void* data) {
  const std::string_view path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const auto is_one = [&](std::string_view each) { return name.starts_with(each); };
  auto& loaded = *static_cast<Loaded*>(data);
  loaded.opengl |= std::ranges::any_of(kOfOpenGl, is_one);
  loaded.vulkan |= is_one("libvulkan_intel");
  loaded.other |= std::ranges::any_of(kOthers, is_one);
  return 0;
}

}  // namespace

checked::Shaders loaded_shaders() {
  Loaded loaded;
  ::dl_iterate_phdr(look, &loaded);
  if (loaded.other) return checked::Shaders::none;
  if (loaded.vulkan) return checked::Shaders::vulkan;
  return loaded.opengl ? checked::Shaders::opengl : checked::Shaders::none;
}

}  // namespace eugene::i915
