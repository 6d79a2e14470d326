#include "memory/private_pages.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

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

PrivatePages::HostPage PrivatePages::host_page(const std::byte* original) {
  const auto address = reinterpret_cast<std::uintptr_t>(original);
  const std::size_t number = address % kBlockBytes / kPageBytes;
  return {.block = address - number * kPageBytes, .number = number};
}

void PrivatePages::copy_page(std::uint64_t address, const std::byte* original, std::byte* copy) const {
  // Memory that cannot be read is copied as zeros. The kernel's own access to it will report the fault.
  if (trap_host_faults([&] { std::memcpy(copy, original, kPageBytes); })) std::memset(copy, 0, kPageBytes);
  if (change_) change_(address, {copy, kPageBytes});
}

// Copies pages of one block, only as many as are contiguous in the source too. Copying more is possible, but rarely
// useful. Ends before a page that has a copy at another address.
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
    if (block->original[first + n] != nullptr) continue;
    std::byte* const original = memory + n * kPageBytes;
    const HostPage page = host_page(original);
    std::byte*& known = host_blocks_[page.block][page.number];
    if (known != nullptr) {
      if (n != 0) return n;
      host = known;
      return 1;
    }
    known = host + n * kPageBytes;
    block->original[first + n] = original;
    ++copied_;
    copy_page(address + n * kPageBytes, original, known);
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

const std::byte* PrivatePages::find_page_copy(const std::byte* original) const {
  const HostPage page = host_page(original);
  const auto block = host_blocks_.find(page.block);
  return block == host_blocks_.end() ? nullptr : block->second[page.number];
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

void PrivatePages::reset() {
  for (const auto& [number, block] : blocks_) {
    for (std::uint64_t n = 0; n != kBlockPages; ++n) {
      if (block.original[n] != nullptr)
        copy_page(number * kBlockBytes + n * kPageBytes, block.original[n], block.copies + n * kPageBytes);
    }
  }
}

}  // namespace eugene::memory
