// A compute shader as the program has passed it to the driver: the facts that are known before compilation.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace eugene::binary {

using GroupSize = std::array<std::uint32_t, 3>;  // invocations: x, y, z

// A storage or uniform block, to bind a buffer to.
struct ShaderBlock {
  std::string binding;  // for people: "binding 0", "set 1 binding 0"; empty: unknown
  std::string name;     // empty: unknown
  bool is_storage = true;
  bool is_array = false;  // array of blocks, each with a separate buffer
  bool operator==(const ShaderBlock&) const = default;
};

// A variable in shared memory.
struct SharedVariable {
  std::string name;          // empty: unknown
  std::uint64_t offset = 0;  // of the first byte
  std::uint64_t bytes = 0;
  bool operator==(const SharedVariable&) const = default;
};

struct ComputeShader {
  std::string name;                // "program 3", or the name that the program has given the shader
  std::optional<GroupSize> local;  // nothing: unknown
  std::vector<ShaderBlock> blocks;
  bool has_all_blocks = true;  // the shader has no other buffers
  // Variables that the shader may use, by offset. Nothing: unknown.
  std::optional<std::vector<SharedVariable>> shared = {};
  bool operator==(const ComputeShader&) const = default;
};

}  // namespace eugene::binary
