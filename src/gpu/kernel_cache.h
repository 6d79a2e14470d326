// Kernels found in GPU memory, decoded once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "eu/kernel.h"
#include "memory/view.h"

namespace eugene::gpu {

// Keyed by address and checked against the bytes that were decoded, so new code at an old address is seen.
class KernelCache {
 public:
  static constexpr std::size_t kMaxKernelBytes = std::size_t{4} << 20;
  static constexpr std::size_t kMaxKernels = 4096;

  // The kernel at `address`. Fails if its first instruction is not mapped.
  Result<eu::Kernel> find(std::uint64_t address, memory::View& memory);

 private:
  struct Entry {
    std::vector<std::byte> code;
    eu::Kernel kernel;
  };
  std::unordered_map<std::uint64_t, Entry> entries_;
};

// The bytes of the kernel at `address`: up to the end of thread behind which no branch leads, an instruction
// that cannot be decoded (which is part of it), unmapped memory, or `limit` bytes.
std::vector<std::byte> read_kernel(std::uint64_t address, memory::View& memory,
                                   std::size_t limit = KernelCache::kMaxKernelBytes);

}  // namespace eugene::gpu
