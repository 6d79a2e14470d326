#include "memory/private_pages.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/host_fault.h"

namespace eugene::memory {
namespace {

constexpr std::uint64_t kRegionBytes = std::uint64_t{1} << PrivateStorage::kRegionBits;

}  // namespace

PrivateStorage::~PrivateStorage() {
  for (const auto& [number, host] : regions_) ::munmap(host, kRegionBytes);
}

std::byte* PrivateStorage::at(std::uint64_t address) {
  const auto [region, is_new] = regions_.try_emplace(address >> kRegionBits, nullptr);
  if (is_new) {
    void* const mapped =
        ::mmap(nullptr, kRegionBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) {
      regions_.erase(region);
      return nullptr;
    }
    region->second = static_cast<std::byte*>(mapped);
  }
  return region->second + (address & (kRegionBytes - 1));
}

void PrivateStorage::release() {
  for (const auto& [number, host] : regions_) ::munmap(host, kRegionBytes);
  regions_.clear();
}

PrivatePages::Block* PrivatePages::find_block(std::uint64_t address) {
  Block& block = blocks_[address / kBlockBytes];
  if (block.copies == nullptr) block.copies = storage_->at(address & ~(kBlockBytes - 1));
  return block.copies == nullptr ? nullptr : &block;
}

// Copies pages of one block, only as many as are contiguous in the source too. Copying more is possible, but rarely
// useful.
std::uint64_t PrivatePages::pages_from(std::uint64_t address, Access access, std::uint64_t pages, std::byte*& host) {
  address &= kAddressMask & ~(kPageBytes - 1);
  host = nullptr;
  const std::uint64_t first = address % kBlockBytes / kPageBytes;
  std::byte* memory = nullptr;
  const std::uint64_t count =
      source_->pages_from(address, access, std::min<std::uint64_t>(pages, kBlockPages - first), memory);
  if (count == 0 || memory == nullptr) return 0;
  const std::scoped_lock lock(mutex_);
  Block* const block = find_block(address);
  if (block == nullptr) return 0;
  host = block->copies + first * kPageBytes;
  for (std::uint64_t n = 0; n != count; ++n) {
    if (std::exchange(block->original[first + n], memory + n * kPageBytes) != nullptr) continue;
    ++copied_;
    std::byte* const copy = host + n * kPageBytes;
    // Memory that cannot be read is copied as zeros. The kernel's own access to it will report the fault.
    if (trap_host_faults([&] { std::memcpy(copy, memory + n * kPageBytes, kPageBytes); }))
      std::memset(copy, 0, kPageBytes);
    change_(address + n * kPageBytes, {copy, kPageBytes});
  }
  return count;
}

std::byte* PrivatePages::page(std::uint64_t address, Access access) {
  std::byte* host = nullptr;
  (void)pages_from(address, access, 1, host);
  return host;
}

const std::byte* PrivatePages::find_copy(std::uint64_t address) const {
  const auto block = blocks_.find(address / kBlockBytes);
  const std::uint64_t page = address % kBlockBytes / kPageBytes;
  if (block == blocks_.end() || block->second.original[page] == nullptr) return nullptr;
  return block->second.copies + page * kPageBytes;
}

bool PrivatePages::all_of(const Body& body) const {
  for (const auto& [number, block] : blocks_) {
    for (std::uint64_t n = 0; n != kBlockPages; ++n) {
      if (block.original[n] == nullptr) continue;
      if (!body(number * kBlockBytes + n * kPageBytes, block.original[n], block.copies + n * kPageBytes)) return false;
    }
  }
  return true;
}

}  // namespace eugene::memory
