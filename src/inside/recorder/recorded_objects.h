// Objects that a program has created, with the data needed to repeat a launch.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace eugene::inside::recorder {

struct RecordedProgram {
  enum class Kind { source, il, binary };
  Kind kind = Kind::binary;  // binary: also linked programs, whose code only the driver has
  std::string text;          // source or IL
  std::string options;
};

struct LocalMemory {
  std::size_t size = 0;
};
struct SvmPointer {};
using RecordedArgument = std::variant<std::vector<std::byte>, LocalMemory, SvmPointer>;

struct RecordedKernel {
  cl_program program = nullptr;
  std::string name;
  std::map<cl_uint, RecordedArgument> arguments;
};

struct RecordedObjects {
  std::unordered_map<cl_program, RecordedProgram> programs;
  std::unordered_map<cl_kernel, RecordedKernel> kernels;
  std::unordered_map<cl_mem, unsigned> memory;  // live objects; each has a unique number
  unsigned memory_created = 0;
};

}  // namespace eugene::inside::recorder
