#include "shader_programs.h"

#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/whole_file.h"
#include "binary/glsl_shader.h"
#include "binary/pipeline_file.h"
#include "check/known_shader.h"
#include "i915/channel_names.h"

namespace eugene::inside::process {
namespace {

// Debian 12 has a file for each driver of OpenGL. Since Mesa 24, libgallium holds all of them.
constexpr std::array<std::string_view, 4> kOfOpenGl{"iris_dri", "crocus_dri", "i965_dri", "libgallium"};
// Drivers of OpenCL and Level Zero, and video drivers, whose kernels are C for Media.
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

// Reads a shader. An OpenGL file's name is the program's number, followed by "-" and a free number if that name was
// taken.
std::optional<binary::ComputeShader> read_shader(const std::filesystem::path& file) {
  const auto bytes = read_whole_file(file.string());
  if (!bytes) return std::nullopt;
  const std::string stem = file.stem().string();
  if (file.extension() == i915::kPipelineSuffix) return binary::pipeline_shader(*bytes);
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  return binary::glsl_shader(text, "program " + stem.substr(0, stem.find('-')));
}

// Whether the file may be from this process. Vulkan files are named after their process. OpenGL files are not, so all
// of them count.
bool is_own(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  return file.extension() == i915::kPipelineSuffix ? name.starts_with(std::to_string(::getpid()) + "-")
                                                   : name.ends_with(".shader_test");
}

}  // namespace

check::Shaders loaded_shaders() {
  Loaded loaded;
  ::dl_iterate_phdr(look, &loaded);
  if (loaded.other) return check::Shaders::none;
  if (loaded.vulkan) return check::Shaders::vulkan;
  return loaded.opengl ? check::Shaders::opengl : check::Shaders::none;
}

void ShaderPrograms::read_new(const std::filesystem::path& directory) {
  std::error_code error;
  for (std::filesystem::directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    std::error_code unreadable;
    const std::uintmax_t bytes = std::filesystem::file_size(at->path(), unreadable);
    if (unreadable || !is_own(at->path())) continue;
    Read& read = files_[at->path().filename().string()];
    if (read.bytes != bytes) read = {.bytes = bytes, .shader = read_shader(at->path())};
  }
}

binary::ComputeShader ShaderPrograms::find_shader(const std::filesystem::path& directory,
                                                  std::span<const std::byte> code, std::uint64_t invocations) {
  const std::scoped_lock lock(mutex_);
  if (const binary::ComputeShader* known = known_.find(code)) return *known;
  read_new(directory);
  std::vector<binary::ComputeShader> all;
  for (const auto& [name, file] : files_) {
    if (file.shader) all.push_back(*file.shader);
  }
  return known_[code] = check::known_shader(all, invocations);
}

}  // namespace eugene::inside::process
