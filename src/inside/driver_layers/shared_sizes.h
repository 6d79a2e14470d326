// Sizes that a program has requested for its allocations of shared memory. The driver has allocated more (red_zones.h).
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>

namespace eugene::inside {

// Sizes by address. Safe for several threads.
class SharedSizes {
 public:
  void keep(const void* memory, std::size_t size) {
    const std::scoped_lock lock(mutex_);
    sizes_[memory] = size;
  }
  std::optional<std::size_t> of(const void* memory) {
    const std::scoped_lock lock(mutex_);
    const auto found = sizes_.find(memory);
    return found == sizes_.end() ? std::nullopt : std::optional(found->second);
  }

  bool overlaps(const void* begin, std::size_t bytes) {
    const std::scoped_lock lock(mutex_);
    const auto after = sizes_.lower_bound(static_cast<const std::byte*>(begin) + bytes);
    if (after == sizes_.begin()) return false;
    const auto& [memory, size] = *std::prev(after);
    return std::less<>()(begin, static_cast<const void*>(static_cast<const std::byte*>(memory) + size));
  }
  bool any() {
    const std::scoped_lock lock(mutex_);
    return !sizes_.empty();
  }

  // Forgets memory that is freed, and returns its size.
  std::optional<std::size_t> take(const void* memory) {
    const std::scoped_lock lock(mutex_);
    const auto found = sizes_.extract(memory);
    return found.empty() ? std::nullopt : std::optional(found.mapped());
  }

 private:
  std::mutex mutex_;
  std::map<const void*, std::size_t> sizes_;
};

// Defined by the layer. Never destroyed: threads may allocate until the very end.
SharedSizes& shared_sizes();

}  // namespace eugene::inside
