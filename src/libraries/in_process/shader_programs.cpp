#include "shader_programs.h"

#include <link.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace eugene::i915 {
namespace {

// In Debian 12 each driver of OpenGL is a file of its own, since Mesa 24 all are in libgallium.
constexpr std::array<std::string_view, 5> kOfMesa{"libvulkan_intel", "iris_dri", "crocus_dri", "i965_dri",
                                                  "libgallium"};
// OpenCL, and video drivers, whose kernels are C for Media.
constexpr std::array<std::string_view, 5> kOthers{"libigdrcl", "libRusticlOpenCL", "libze_intel_gpu", "iHD_drv_video",
                                                  "i965_drv_video"};

struct Loaded {
  bool mesa = false;
  bool other = false;
};

int look(dl_phdr_info* info, std::size_t /*bytes*/, void* data) {
  const std::string_view path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const auto is_one = [&](std::string_view each) { return name.starts_with(each); };
  auto& loaded = *static_cast<Loaded*>(data);
  loaded.mesa |= std::ranges::any_of(kOfMesa, is_one);
  loaded.other |= std::ranges::any_of(kOthers, is_one);
  return 0;
}

}  // namespace

bool has_shaders_alone() {
  Loaded loaded;
  ::dl_iterate_phdr(look, &loaded);
  return loaded.mesa && !loaded.other;
}

}  // namespace eugene::i915
