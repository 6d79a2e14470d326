// A compute shader as its program has handed it to the driver: what can be told of it before it is compiled.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace eugene::load {

using GroupSize = std::array<std::uint32_t, 3>;  // invocations: x, y, z

// A block of storage or uniforms that a buffer is bound to.
struct ShaderBlock {
  std::string binding;  // for people: "binding 0", "set 1 binding 0"; empty: not known
  std::string name;     // empty: not known
  bool is_storage = true;
  bool is_array = false;  // of blocks, each with a buffer of its own
  bool operator==(const ShaderBlock&) const = default;
};

// A variable in shared memory.
struct SharedVariable {
  std::string name;          // empty: not known
  std::uint64_t offset = 0;  // of its first byte
  std::uint64_t bytes = 0;
  bool operator==(const SharedVariable&) const = default;
};

struct ComputeShader {
  std::string name;                // "program 3", or what the program has called it
  std::optional<GroupSize> local;  // nothing: not known
  std::vector<ShaderBlock> blocks;
  bool has_all_blocks = true;  // the shader has no buffers beside these
  // Those that the shader may use, by offset. Nothing: not known.
  std::optional<std::vector<SharedVariable>> shared = {};
  bool operator==(const ComputeShader&) const = default;
};

}  // namespace eugene::load
