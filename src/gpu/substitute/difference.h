// Where a kernel's vISA and its machine code have left different memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "eu/thread.h"
#include "gpu/report.h"
#include "gpu/schedule/work.h"

namespace eugene::gpu {

// The instruction that wrote some bytes of memory last.
struct LastWrite {
  std::uint32_t ip = 0;
  std::string instruction;  // its text
  GroupId group{};
  unsigned thread = 0;           // of the group
  std::vector<eu::Grf> payload;  // of its message
};

struct Difference {
  static constexpr std::size_t kBytes = 4;
  using Value = std::array<std::byte, kBytes>;

  std::string kernel;           // its name, where known
  std::vector<std::byte> code;  // its machine code
  std::uint64_t address = 0;    // the lowest, rounded down to a dword
  std::uint64_t last_address = 0;
  std::uint64_t bytes = 0;   // that differ in all
  bool is_repeated = false;  // the kernel has differed before: the writes are not looked for again
  Value visa{};              // what is at `address` after each
  Value machine_code{};
  bool only_machine_faults = false;       // instead of all that follows `code`; the fault is reported with the dispatch
  std::optional<KernelFault> visa_fault;  // instead of all that follows `code`: the machine code has none
  // None: the bytes are as they were before.
  std::optional<LastWrite> visa_write;
  std::optional<LastWrite> machine_write;
};

// Describes the bytes that differ, the instructions and threads that wrote them, and the messages; ends with a newline.
std::string format(const Difference& difference);

}  // namespace eugene::gpu
