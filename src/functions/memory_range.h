// The memory that a message's offsets are relative to: shared local memory, stateless memory, a buffer surface, or the
// whole 48-bit address space.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "functions/message_call.h"
#include "memory/view.h"

namespace eugene::functions {

inline constexpr std::uint64_t kOutside = ~std::uint64_t{0};  // an offset outside every range

struct MemoryRange {
  std::byte* host = nullptr;                      // first byte of shared local memory; null for GPU memory
  std::uint64_t base = 0;                         // GPU address of offset 0
  std::uint64_t bytes = 0;                        // size of the range; reads outside give 0, writes are ignored
  std::uint64_t offset_mask = ~std::uint64_t{0};  // bits of an offset that are used
  unsigned bti = isa::kBtiStateless;              // index of the range in messages

  // Whether all `size` bytes at `offset` (already masked) are inside.
  bool contains(std::uint64_t offset, std::uint64_t size) const { return offset <= bytes && size <= bytes - offset; }

  // Returns the host address of `size` bytes at `offset`, which must be inside; null if they are on two pages or
  // unmapped. The functions below can then be used: they handle both cases.
  std::byte* locate(memory::View& view, std::uint64_t offset, std::size_t size, Access access) const {
    if (host != nullptr) return host + offset;
    const std::uint64_t address = base + offset;
    if ((address & (memory::kPageBytes - 1)) + size > memory::kPageBytes) return nullptr;
    return view.at(address, access);
  }

  // Copy one element that is either inside or outside as a whole. Return false if it is not mapped; see
  // view.bad_address().
  bool read(memory::View& view, std::uint64_t offset, std::byte* to, std::size_t size) const {
    if (!contains(offset, size)) {
      std::memset(to, 0, size);
      return true;
    }
    if (host == nullptr) return view.read(base + offset, {to, size});
    std::memcpy(to, host + offset, size);
    return true;
  }
  bool write(memory::View& view, std::uint64_t offset, const std::byte* from, std::size_t size) const {
    if (!contains(offset, size)) return true;
    if (host == nullptr) return view.write(base + offset, {from, size});
    std::memcpy(host + offset, from, size);
    return true;
  }
};

// Describes a range to observers.
inline eu::AccessedSpace accessed_space(const MemoryRange& range) {
  return {.local = range.host, .base = range.base, .bti = range.bti};
}

// A cursor for accesses of `size` bytes. Channels tend to access the same page, so it caches the last translation.
class RangeCursor {
 public:
  RangeCursor(const MemoryRange& space, memory::View& view, Access access, unsigned size)
      : space_(space),
        view_(&view),
        access_(access),
        size_(size),
        end_(space.bytes >= size ? space.bytes - size + 1 : 0) {}

  // Returns the host address of the bytes at `offset` (already masked); null if they are outside, on two pages, or
  // unmapped.
  std::byte* find(std::uint64_t offset) {
    if (offset >= end_) return nullptr;
    if (space_.host != nullptr) return space_.host + offset;
    const std::uint64_t address = space_.base + offset;
    const std::uint64_t in_page = address & (memory::kPageBytes - 1);
    if (in_page + size_ > memory::kPageBytes) return nullptr;
    if (const std::uint64_t page = address - in_page; page != page_ || host_page_ == nullptr) {
      page_ = page;
      host_page_ = view_->at(page, access_);
      if (host_page_ == nullptr) return nullptr;
    }
    return host_page_ + in_page;
  }

 private:
  const MemoryRange space_;
  memory::View* view_;
  Access access_;
  unsigned size_;
  std::uint64_t end_;  // offsets from here on are outside
  std::uint64_t page_ = 0;
  std::byte* host_page_ = nullptr;
};

}  // namespace eugene::functions
