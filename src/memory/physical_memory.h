// The GPU's physical memory: sparse, zero until written. A host address is chunk + offset, so a translated page stays
// valid as long as the memory lives.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

#include "memory/view.h"

namespace eugene::memory {

// Safe to use from several host threads. If two of them access the same byte, that is a race of the GPU program.
class PhysicalMemory {
 public:
  static constexpr unsigned kMaxAddressBits = 48;
  static constexpr unsigned kChunkBits = 26;  // address space is reserved from the host in 64 MB chunks
  static constexpr std::uint64_t kChunkBytes = std::uint64_t{1} << kChunkBits;
  // Lower addresses are contiguous in the host's memory, if the host has enough address space. Buffers larger than a
  // chunk are then in one piece, which compiled code can access as one run (View::contiguous).
  static constexpr std::uint64_t kLowBytes = std::uint64_t{1} << 36;
  static constexpr std::uint64_t kDefaultLimit = std::uint64_t{256} << 30;

  // `address_bits` (at most 48) limits addresses. `limit` is the maximum of reserved bytes, so a stream of random
  // addresses cannot exhaust the host.
  explicit PhysicalMemory(unsigned address_bits = kMaxAddressBits, std::uint64_t limit = kDefaultLimit);
  ~PhysicalMemory();
  PhysicalMemory(const PhysicalMemory&) = delete;
  PhysicalMemory& operator=(const PhysicalMemory&) = delete;

  // Returns the host address of byte `address`, valid to the end of its chunk (and so of its page). Returns null if the
  // address is out of range or the limit is reached.
  std::byte* at(std::uint64_t address) {
    const std::uint64_t index = address >> kChunkBits;
    if (index >= chunk_count_) return nullptr;
    std::byte* chunk = chunks_[index].load(std::memory_order_acquire);
    if (chunk == nullptr) chunk = reserve(index);
    return chunk == nullptr ? nullptr : chunk + (address & (kChunkBytes - 1));
  }

  // Like at(), but reserves nothing: returns null also if the chunk has never been written.
  const std::byte* find(std::uint64_t address) const {
    const std::uint64_t index = address >> kChunkBits;
    if (index >= chunk_count_) return nullptr;
    const std::byte* chunk = chunks_[index].load(std::memory_order_acquire);
    return chunk == nullptr ? nullptr : chunk + (address & (kChunkBytes - 1));
  }

  // Copy bytes. Return false if a byte is out of range; write() may then have written a prefix. Memory that was never
  // written reads as 0.
  bool write(std::uint64_t address, std::span<const std::byte> from);
  bool read(std::uint64_t address, std::span<std::byte> to) const;

  // Reads one little-endian qword, such as a page-table entry; 0 if it was never written.
  std::uint64_t read_qword(std::uint64_t address) const;
  bool write_qword(std::uint64_t address, std::uint64_t value);

  std::uint64_t address_limit() const { return chunk_count_ << kChunkBits; }
  // Bytes of host address space in use. Their pages use host memory only once written.
  std::uint64_t reserved_bytes() const { return reserved_.load(std::memory_order_relaxed); }

 private:
  struct FreeDirectory {
    void operator()(std::atomic<std::byte*>* directory) const;
  };

  bool is_low(std::uint64_t index) const;
  std::byte* reserve(std::uint64_t index);

  std::uint64_t chunk_count_;
  std::uint64_t limit_;
  std::byte* low_;  // host address of byte 0; null if low memory is not contiguous
  std::unique_ptr<std::atomic<std::byte*>[], FreeDirectory> chunks_;
  std::atomic<std::uint64_t> reserved_ = 0;
  std::mutex mutex_;
};

}  // namespace eugene::memory
