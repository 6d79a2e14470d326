// The memory that a launch of a program's kernel may access, as the program asked for it: its arguments to the byte,
// and what else the program holds or has released. A kernel that the driver launches by itself has none of this.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checks/found.h"

namespace eugene::checks {

// Of the GPU.
inline constexpr std::uint64_t kPage = 4096;

// What a kernel may do to memory: CL_MEM_READ_ONLY and its like, or a qualifier of the argument.
struct Rights {
  bool reads = true;
  bool writes = true;
  bool operator==(const Rights&) const = default;
};

inline constexpr std::string_view kStorageBuffer = "storage buffer";  // of a shader

struct ArgumentMemory {
  unsigned number = 0;
  std::string label = {};                // in place of its number, of a shader: "surface 1"
  std::string name;                      // empty: not known
  std::string made_as = "buffer";        // "sub-buffer", "local memory"; empty: its label says that
  std::optional<unsigned> binding;       // index in the binding table by which the kernel reaches it
  std::optional<std::uint64_t> address;  // of its first byte, of the GPU or in local memory; nothing: not known before
                                         // the kernel accesses it by the binding table
  std::uint64_t bytes = 0;               // that the program asked for
  unsigned read_unit = 1;                // compilers read on to a multiple of so many bytes
  bool is_local = false;
  bool is_image = false;  // of which only the binding is known
  bool is_null = false;   // set to a null pointer
  Rights rights;
  std::uint32_t vector_bytes = 0;  // of the vector of numbers that it points to, without padding; 0: it is none
};

// Memory at an address that the program knows, which any kernel may be given a pointer to.
struct Allocation {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t room = 0;  // bytes behind these that nothing else has
  bool is_freed = false;
};

struct LaunchMemory {
  std::string kernel;
  std::uint64_t launch = 0;  // number of the launch in its process, from 1
  std::vector<ArgumentMemory> arguments;
  std::vector<ArgumentMemory> local_variables = {};  // that the kernel declares: names of what local memory has
  std::vector<Allocation> allocations;
  std::uint64_t null_pointer = 0;  // GPU address to which a null pointer leads
  // Addresses of private and scratch memory, and whether the kernel may use more that the driver has made.
  std::vector<eu::OffsetRange> private_memory = {};
  bool has_hidden_memory = true;
  // Of the group: what the kernel declares and the local arguments; nothing: not known.
  std::optional<std::uint64_t> local_bytes;
  // A compute shader's: its buffers are reached by their surfaces. What an address is of is not known, as programs may
  // have more memory beside each buffer, and a pixel outside of an image is none of its mistakes: OpenGL and Vulkan say
  // what becomes of it.
  bool is_shader = false;
  // That accesses need, by index of the instruction (checks/alignment.h). 0, or none: that of the elements.
  std::vector<std::uint32_t> alignments = {};
};

// "argument 0 `out` (buffer of 1001 bytes)"
std::string describe(const ArgumentMemory& argument);
// The argument that has the byte at `place`, or else that ends less than a page before it. Null: there is none.
const ArgumentMemory* find_argument(const LaunchMemory& memory, const Place& place);
// The variable in local memory that has the byte at `place`. Null: it is not known.
const ArgumentMemory* find_local_variable(const LaunchMemory& memory, const Place& place);
// The variable or argument at `place`, as these two find it.
const ArgumentMemory* find_memory(const LaunchMemory& memory, const Place& place);
// "argument 0 `out` (buffer of 1001 bytes), byte 1001, 4 bytes"; empty where no argument is near.
std::string describe(const LaunchMemory& memory, const Place& place);

}  // namespace eugene::checks
