#include "memory/physical_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <vector>

namespace eugene::memory {

// calloc leaves the pages of the directory untouched until used: 48 address bits take 32 MB of address
// space and next to no memory. A zeroed word is a null atomic pointer on every host we build for.
static_assert(sizeof(std::atomic<std::byte*>) == sizeof(std::byte*) && std::atomic<std::byte*>::is_always_lock_free);

namespace {

// Returns null if the host has not enough address space.
std::byte* map(std::uint64_t bytes) {
  void* host = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return host == MAP_FAILED ? nullptr : static_cast<std::byte*>(host);
}

}  // namespace

void PhysicalMemory::FreeDirectory::operator()(std::atomic<std::byte*>* directory) const { std::free(directory); }

PhysicalMemory::PhysicalMemory(unsigned address_bits, std::uint64_t limit)
    : chunk_count_(std::uint64_t{1} << (std::clamp(address_bits, kChunkBits, kMaxAddressBits) - kChunkBits)),
      limit_(limit),
      low_(map(kLowBytes)),
      chunks_(static_cast<std::atomic<std::byte*>*>(std::calloc(chunk_count_, sizeof(std::atomic<std::byte*>)))) {
  if (chunks_ == nullptr) throw std::bad_alloc();
}

PhysicalMemory::~PhysicalMemory() {
  std::uint64_t left = reserved_bytes() / kChunkBytes;
  for (std::uint64_t i = 0; left != 0 && i < chunk_count_; ++i) {
    if (std::byte* chunk = chunks_[i].load(std::memory_order_relaxed); chunk != nullptr) {
      if (!is_low(i)) munmap(chunk, kChunkBytes);
      --left;
    }
  }
  if (low_ != nullptr) munmap(low_, kLowBytes);
}

bool PhysicalMemory::is_low(std::uint64_t index) const { return low_ != nullptr && index < kLowBytes / kChunkBytes; }

std::byte* PhysicalMemory::reserve(std::uint64_t index) {
  const std::scoped_lock lock(mutex_);
  if (std::byte* chunk = chunks_[index].load(std::memory_order_acquire); chunk != nullptr) return chunk;
  if (reserved_bytes() + kChunkBytes > limit_) return nullptr;
  const std::uint64_t address = index << kChunkBits;
  std::byte* chunk = is_low(index) ? low_ + address : map(kChunkBytes);
  if (chunk == nullptr) return nullptr;
  chunks_[index].store(chunk, std::memory_order_release);
  reserved_.fetch_add(kChunkBytes, std::memory_order_relaxed);
  return chunk;
}

bool PhysicalMemory::write(std::uint64_t address, std::span<const std::byte> from) {
  while (!from.empty()) {
    std::byte* to = at(address);
    if (to == nullptr) return false;
    const std::size_t count = std::min<std::size_t>(from.size(), kChunkBytes - (address & (kChunkBytes - 1)));
    std::memcpy(to, from.data(), count);
    from = from.subspan(count);
    address += count;
  }
  return true;
}

bool PhysicalMemory::read(std::uint64_t address, std::span<std::byte> to) const {
  while (!to.empty()) {
    if (address >= address_limit()) return false;
    const std::size_t count = std::min<std::size_t>(to.size(), kChunkBytes - (address & (kChunkBytes - 1)));
    if (const std::byte* from = find(address); from != nullptr) {
      std::memcpy(to.data(), from, count);
    } else {
      std::fill_n(to.begin(), count, std::byte{0});
    }
    to = to.subspan(count);
    address += count;
  }
  return true;
}

std::uint64_t PhysicalMemory::read_qword(std::uint64_t address) const {
  std::uint64_t value = 0;
  if ((address & (kChunkBytes - 1)) <= kChunkBytes - sizeof(value)) {
    if (const std::byte* from = find(address); from != nullptr) std::memcpy(&value, from, sizeof(value));
    return value;
  }
  read(address, std::as_writable_bytes(std::span(&value, 1)));
  return value;
}

bool PhysicalMemory::write_qword(std::uint64_t address, std::uint64_t value) {
  return write(address, std::as_bytes(std::span(&value, 1)));
}

}  // namespace eugene::memory
