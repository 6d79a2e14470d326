// Arbitrary bytes as a compute shader of OpenGL or Vulkan, as drivers and Eugene's layer write them: either its name
// and its buffers are found, or nothing.
#include <cstdint>
#include <span>
#include <string_view>

#include "binary/glsl_shader.h"
#include "binary/pipeline_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene::binary;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)glsl_shader(text, "fuzz");
  (void)pipeline_shader(std::as_bytes(std::span(text)));
  return 0;
}
