// A difference in memory between the results of a kernel's vISA and its machine code.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "eu/thread.h"
#include "gpu/report.h"
#include "gpu/schedule/work/work.h"

namespace eugene::gpu {

// The instruction that wrote some bytes of memory last, and the thread that executed it.
struct LastWrite {
  Site site;
  std::vector<eu::Grf> payload;  // payload of the message
};

struct Difference {
  static constexpr std::size_t kBytes = 4;
  using Value = std::array<std::byte, kBytes>;

  std::string kernel;           // the kernel's name; empty: unknown
  std::vector<std::byte> code;  // the kernel's machine code
  std::uint64_t address = 0;    // lowest differing address, rounded down to a dword
  std::uint64_t last_address = 0;
  std::uint64_t bytes = 0;   // total number of differing bytes
  bool is_repeated = false;  // the kernel has differed before, so the writes were not searched
  Value visa{};              // value at `address` after each run
  Value machine_code{};
  bool only_machine_faults = false;       // the members after `code` are unused; the dispatch reports the fault
  std::optional<KernelFault> visa_fault;  // only vISA faults: the other members after `code` are unused
  // Nothing if that run did not write the bytes.
  std::optional<LastWrite> visa_write;
  std::optional<LastWrite> machine_write;
};

// Describes the differing bytes, the instructions and threads that wrote them, and the messages. Ends with a newline.
std::string format(const Difference& difference);

}  // namespace eugene::gpu
