#include "gpu/tiers/kernel_addresses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <span>

#include "base/host_fault.h"
#include "gpu/tiers/kernel_bytes.h"

namespace eugene::gpu {
namespace {

// Whether the bytes at `address` are still `code`.
bool same_code(std::uint64_t address, std::span<const std::byte> code, memory::View& memory) {
  while (!code.empty()) {
    const std::byte* host = memory.at(address, memory::Access::read);
    if (host == nullptr) return false;
    const std::size_t count = std::min<std::size_t>(code.size(), memory::kPageBytes - address % memory::kPageBytes);
    bool is_same = false;
    const auto lost = trap_host_faults([&] { is_same = std::memcmp(host, code.data(), count) == 0; });
    if (lost || !is_same) return false;
    code = code.subspan(count);
    address += count;
  }
  return true;
}

}  // namespace

Result<std::shared_ptr<TieredKernel>> KernelAddresses::find(std::uint64_t address, std::uint32_t control,
                                                            memory::View& memory) {
  const auto found = entries_.find(address);
  if (found != entries_.end() && found->second.kernel->control() == control &&
      same_code(address, found->second.code, memory))
    return found->second.kernel;
  std::vector<std::byte> code = read_kernel(*gen_, address, memory);
  if (code.empty()) {
    return fail(fmt::format("the kernel's code at address {:#x} is not mapped", address), {},
                "the kernel start pointer is relative to Instruction Base Address");
  }
  if (!save_directory_.empty()) {
    std::ofstream file(save_directory_ / kernel_file_name(code), std::ios::binary);
    file.write(reinterpret_cast<const char*>(code.data()), static_cast<std::streamsize>(code.size()));
  }
  Result<std::shared_ptr<TieredKernel>> tiered = tiers_->find(*gen_, code, control);
  if (!tiered) return tiered;
  if (entries_.size() >= kMaxKernels) entries_.clear();
  entries_.insert_or_assign(address, Entry{std::move(code), *tiered});
  return tiered;
}

}  // namespace eugene::gpu
