// The memory that a launch of a program's kernel may access, as the program requested it: its arguments, to the byte,
// and other memory that the program holds or has released. A kernel that the driver launches for itself has no such
// description.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/raw_finding.h"

namespace eugene::check {

// Page size of the GPU.
inline constexpr std::uint64_t kPage = 4096;

// The accesses that a kernel may make to memory. They follow from flags such as CL_MEM_READ_ONLY, or from a qualifier
// of the argument.
struct Rights {
  bool reads = true;
  bool writes = true;
  bool operator==(const Rights&) const = default;
};

inline constexpr std::string_view kStorageBuffer = "storage buffer";  // for a shader

struct ArgumentMemory {
  unsigned number = 0;
  std::string label = {};                // replaces the number, for a shader: "surface 1"
  std::string name;                      // empty: unknown
  std::string made_as = "buffer";        // "sub-buffer", "local memory"; empty: the label says it
  std::optional<unsigned> binding;       // index in the binding table by which the kernel reaches it
  std::optional<std::uint64_t> address;  // GPU address, or offset in local memory, of the first byte; nothing: unknown
                                         // before the kernel accesses it by the binding table
  std::uint64_t bytes = 0;               // size that the program requested
  unsigned read_unit = 1;                // compilers may read up to a multiple of this
  bool is_local = false;
  bool is_image = false;  // an image: only its binding is known
  bool is_null = false;   // set to a null pointer
  Rights rights;
  std::uint32_t vector_bytes = 0;  // size of the vector that the argument points to, without padding; 0: no vector
};

// Memory at an address that the program knows, so that any kernel may be given a pointer to it.
struct Allocation {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t room = 0;  // bytes after the allocation that nothing else uses
  bool is_freed = false;
};

struct LaunchMemory {
  std::string kernel;
  std::uint64_t launch = 0;  // number of the launch in its process, from 1
  std::vector<ArgumentMemory> arguments;
  std::vector<ArgumentMemory> local_variables = {};  // variables that the kernel declares in local memory
  std::vector<Allocation> allocations;
  std::uint64_t null_pointer = 0;  // GPU address that a null pointer stands for
  // Addresses of private and scratch memory, and whether the kernel may use more memory that the driver allocated.
  std::vector<eu::OffsetRange> private_memory = {};
  bool has_hidden_memory = true;
  // Local memory of a group: variables of the kernel and local arguments; nothing: unknown.
  std::optional<std::uint64_t> local_bytes;
  // True for a compute shader, which reaches its buffers through surfaces. The buffer of an address is unknown, because
  // programs may have more memory beside each buffer. A pixel outside an image is not an error of a shader: OpenGL and
  // Vulkan define its effect.
  bool is_shader = false;
  // True for pixel shaders: their threads may run helper pixels, whose accesses are not judged.
  bool has_helper_pixels = false;
  // Alignment that accesses need, by index of the instruction (check/align/alignment.h). 0 or no entry: the elements'
  // alignment.
  std::vector<std::uint32_t> alignments = {};
};

// The kinds of findings that are wanted of accesses.
struct MemoryKinds {
  bool memory = true;
  bool align = false;  // align.access
};

// The memory of a launch, and what its accesses are judged for.
struct JudgedMemory {
  LaunchMemory memory;
  MemoryKinds kinds;
};

// "argument 0 `out` (buffer of 1001 bytes)"
std::string describe(const ArgumentMemory& argument);
// Returns the argument that contains the byte at `place`, or else the argument that ends less than a page before the
// byte. Returns null if there is none.
const ArgumentMemory* find_argument(const LaunchMemory& memory, const MemoryRange& place);
// Returns the variable in local memory that contains the byte at `place`, or null if the variable is unknown.
const ArgumentMemory* find_local_variable(const LaunchMemory& memory, const MemoryRange& place);
// Returns the variable at `place`, or else the argument at `place`.
const ArgumentMemory* find_memory(const LaunchMemory& memory, const MemoryRange& place);
// "argument 0 `out` (buffer of 1001 bytes), byte 1001, 4 bytes"; empty if no argument is near.
std::string describe(const LaunchMemory& memory, const MemoryRange& place);

}  // namespace eugene::check
