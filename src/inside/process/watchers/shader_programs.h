// Finds the compute shaders of programs that use OpenGL or Vulkan through Mesa's drivers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "base/code_map.h"
#include "binary/compute_shader.h"
#include "check/check_source.h"

namespace eugene::inside::process {

// Returns which API's shaders this process runs: it has loaded one of Mesa's drivers for these GPUs, and nothing else
// that launches kernels. Returns vulkan if drivers of both APIs are loaded, and none if the process may run other
// kernels.
check::Shaders loaded_shaders();

// The compute shaders that programs have given to Mesa's drivers, read from a directory where the drivers or a layer
// put them. Safe for several threads.
class ShaderPrograms {
 public:
  // Returns the shader of machine code, as far as it is known when the code first runs. `invocations` is the size of a
  // group.
  binary::ComputeShader find_shader(const std::filesystem::path& directory, std::span<const std::byte> code,
                                    std::uint64_t invocations);

 private:
  struct Read {
    std::uintmax_t bytes = 0;  // size of the file when it was read
    std::optional<binary::ComputeShader> shader;
  };
  void read_new(const std::filesystem::path& directory);

  std::mutex mutex_;
  std::map<std::string, Read> files_;
  CodeMap<binary::ComputeShader> known_;
};

}  // namespace eugene::inside::process
