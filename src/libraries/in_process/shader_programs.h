// Programs whose kernels are compute shaders: of OpenGL or Vulkan, by Mesa's drivers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "checked/check_source.h"
#include "load/compute_shader.h"

namespace eugene::i915 {

// Not none where this process has loaded one of Mesa's drivers for these GPUs, and nothing else that launches kernels.
// With both of them it is Vulkan's.
checked::Shaders loaded_shaders();

// The compute shaders that programs have handed to Mesa's drivers, from a directory where these or a layer put them.
// Safe for several threads.
class ShaderPrograms {
 public:
  // That of machine code whose groups have so many invocations, as far as it is known when it runs first.
  load::ComputeShader shader_of(const std::filesystem::path& directory, std::span<const std::byte> code,
                                std::uint64_t invocations);

 private:
  struct Read {
    std::uintmax_t bytes = 0;  // of the file then
    std::optional<load::ComputeShader> shader;
  };
  void read_new(const std::filesystem::path& directory);

  std::mutex mutex_;
  std::map<std::string, Read> files_;
  std::map<std::string, load::ComputeShader> of_code_;  // by machine code
};

}  // namespace eugene::i915
