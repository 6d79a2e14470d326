// Kernels found in GPU memory: what one GPU has at which address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/tiers/tiers.h"
#include "memory/view.h"

namespace eugene::gpu {

// Keyed by address and checked against the bytes that were decoded, so new code at an old address is seen.
class KernelCache {
 public:
  static constexpr std::size_t kMaxKernelBytes = std::size_t{4} << 20;
  static constexpr std::size_t kMaxKernels = 4096;

  // `save_directory`: where the code of every kernel found is written, for a disassembler; empty: nowhere.
  explicit KernelCache(std::shared_ptr<Tiers> tiers, std::filesystem::path save_directory = {})
      : tiers_(std::move(tiers)), save_directory_(std::move(save_directory)) {}

  // The kernel at `address`, for threads that start with `control` in cr0.0. Fails if its first instruction is not
  // mapped.
  Result<std::shared_ptr<TieredKernel>> find(std::uint64_t address, std::uint32_t control, memory::View& memory);

 private:
  struct Entry {
    std::vector<std::byte> code;
    std::shared_ptr<TieredKernel> kernel;
  };
  std::shared_ptr<Tiers> tiers_;
  std::filesystem::path save_directory_;
  std::unordered_map<std::uint64_t, Entry> entries_;
};

// 16 hexadecimal digits that depend on the code alone, the same on every run.
std::string kernel_hash(std::span<const std::byte> code);

// The name of the file that holds a kernel's code: "kernel-<hash>.bin".
std::string kernel_file_name(std::span<const std::byte> code);

// The bytes of the kernel at `address`: up to the end of thread behind which no branch leads, an instruction
// that cannot be decoded (which is part of it), unmapped memory, or `limit` bytes.
std::vector<std::byte> read_kernel(std::uint64_t address, memory::View& memory,
                                   std::size_t limit = KernelCache::kMaxKernelBytes);

}  // namespace eugene::gpu
