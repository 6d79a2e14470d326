// What goes wrong while the GPU runs, as values for people and for tools.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "eu/port.h"
#include "gpu/dispatch.h"

namespace eugene::gpu {

// A kernel did something wrong: what, where in the program, and in which thread.
struct KernelFault {
  eu::Fault fault;
  std::uint64_t kernel_address = 0;
  std::vector<std::byte> code;  // the kernel's
  std::string kernel;           // its name, where known
  std::string instruction;      // its text
  GroupId group{};
  unsigned thread = 0;  // of the group
  std::string hint;
};

// Anything that stops work: a kernel's fault, or commands that make no sense.
struct Report {
  std::optional<KernelFault> kernel;
  std::optional<Diagnostic> commands;
};

// One line that says what happened, then indented lines that say where; ends with a newline.
std::string format(const Report& report);

}  // namespace eugene::gpu
