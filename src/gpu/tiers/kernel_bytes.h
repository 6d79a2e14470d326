// The machine code of a kernel: its end in memory, and a name made from the code for kernels without a name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isa/gen.h"
#include "memory/view.h"

namespace eugene::gpu {

inline constexpr std::size_t kMaxKernelBytes = std::size_t{4} << 20;

// Reads the bytes of the kernel at `address`. The kernel ends at the first end of thread past which no branch leads,
// after an instruction that cannot be decoded, before unmapped memory, or after `limit` bytes.
std::vector<std::byte> read_kernel(const isa::Gen& gen, std::uint64_t address, memory::View& memory,
                                   std::size_t limit = kMaxKernelBytes);

// 16 hexadecimal digits that depend only on the code, the same on every run.
std::string kernel_hash(std::span<const std::byte> code);

// The name of the file that holds a kernel's code: "kernel-<hash>.bin".
std::string kernel_file_name(std::span<const std::byte> code);

}  // namespace eugene::gpu
