// What a program has created, as far as a launch needs it to be done again.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace eugene::recorder {

struct Program {
  enum class Kind { source, il, binary };
  Kind kind = Kind::binary;  // also what is linked: the driver has it, nobody else
  std::string text;          // source or IL
  std::string options;
};

struct LocalMemory {
  std::size_t size = 0;
};
struct SvmPointer {};
using Argument = std::variant<std::vector<std::byte>, LocalMemory, SvmPointer>;

struct Kernel {
  cl_program program = nullptr;
  std::string name;
  std::map<cl_uint, Argument> arguments;
};

struct Objects {
  std::unordered_map<cl_program, Program> programs;
  std::unordered_map<cl_kernel, Kernel> kernels;
  std::unordered_map<cl_mem, unsigned> memory;  // alive; each with a number of its own
  unsigned memory_created = 0;
};

}  // namespace eugene::recorder
