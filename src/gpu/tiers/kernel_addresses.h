// Finds the kernel at an address of GPU memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/tiers/tiers.h"
#include "isa/gen.h"
#include "memory/view.h"

namespace eugene::gpu {

// The kernels of one GPU, by address. Compares a kernel's bytes at each lookup, so that new code at an old address is
// noticed.
class KernelAddresses {
 public:
  static constexpr std::size_t kMaxKernels = 4096;

  // `save_directory` receives the code of every kernel found, for a disassembler; empty: disabled.
  KernelAddresses(const isa::Gen& gen, std::shared_ptr<Tiers> tiers, std::filesystem::path save_directory)
      : gen_(&gen), tiers_(std::move(tiers)), save_directory_(std::move(save_directory)) {}

  // Returns the kernel at `address`, for threads that start with `control` in cr0.0. Fails if the kernel's first
  // instruction is not mapped.
  Result<std::shared_ptr<TieredKernel>> find(std::uint64_t address, std::uint32_t control, memory::View& memory);

 private:
  struct Entry {
    std::vector<std::byte> code;
    std::shared_ptr<TieredKernel> kernel;
  };
  const isa::Gen* gen_;
  std::shared_ptr<Tiers> tiers_;
  std::filesystem::path save_directory_;
  std::unordered_map<std::uint64_t, Entry> entries_;
};

}  // namespace eugene::gpu
