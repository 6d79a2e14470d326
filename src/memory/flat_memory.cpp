#include "memory/flat_memory.h"

#include <sys/mman.h>

#include <algorithm>

#include <fmt/format.h>

namespace eugene::memory {

void FlatMemory::Unmap::operator()(std::byte* host) const { munmap(host, bytes); }

Result<std::span<std::byte>> FlatMemory::map(std::uint64_t address, std::uint64_t bytes, bool writable) {
  if ((address & (kPageBytes - 1)) != 0 || address > kAddressMask) {
    return fail(fmt::format("address {:#x} is not a 48-bit multiple of 4 KB", address));
  }
  if (bytes == 0 || bytes > kMaxBytes || bytes > kAddressMask + 1 - address) {
    return fail(
        fmt::format("a region of {} bytes at {:#x} must have 1 byte to 64 GB and end within 48 bits", bytes, address));
  }
  const std::uint64_t size = align_up(bytes, kPageBytes);
  const auto after = std::ranges::upper_bound(regions_, address, {}, &RegionOfPages::begin);
  const bool overlaps_next = after != regions_.end() && after->begin < address + size;
  const bool overlaps_previous = after != regions_.begin() && std::prev(after)->end > address;
  if (overlaps_next || overlaps_previous) {
    return fail(fmt::format("the region at {:#x} of {} bytes overlaps another", address, bytes));
  }
  void* host = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (host == MAP_FAILED)
    return fail(fmt::format("the host has not enough address space for a region of {} bytes", bytes));
  auto* begin = static_cast<std::byte*>(host);
  regions_.insert(after,
                  RegionOfPages{address, address + size, writable, {begin, Unmap{static_cast<std::size_t>(size)}}});
  return std::span(begin, bytes);
}

bool FlatMemory::unmap(std::uint64_t address) {
  return std::erase_if(regions_, [&](const RegionOfPages& each) { return each.begin == address; }) != 0;
}

std::span<std::byte> FlatMemory::from(std::uint64_t address) {
  const auto after = std::ranges::upper_bound(regions_, address, {}, &RegionOfPages::begin);
  if (after == regions_.begin() || address >= std::prev(after)->end) return {};
  const RegionOfPages& region = *std::prev(after);
  return {region.host.get() + (address - region.begin), static_cast<std::size_t>(region.end - address)};
}

std::byte* FlatMemory::page(std::uint64_t address, Access access) {
  const auto after = std::ranges::upper_bound(regions_, address, {}, &RegionOfPages::begin);
  if (after == regions_.begin()) return nullptr;
  const RegionOfPages& region = *std::prev(after);
  if (address >= region.end || (access == Access::write && !region.writable)) return nullptr;
  return region.host.get() + ((address & ~(kPageBytes - 1)) - region.begin);
}

}  // namespace eugene::memory
