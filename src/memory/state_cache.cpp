#include "memory/state_cache.h"

#include <algorithm>

namespace eugene::memory {

bool StateCache::read(View& view, std::uint64_t address, std::span<std::byte> bytes) {
  const std::scoped_lock lock(mutex_);
  for (; !bytes.empty(); address += kPartBytes) {
    const std::span<std::byte> part = bytes.first(std::min(bytes.size(), kPartBytes));
    if (!read_part(view, address, part)) return false;
    bytes = bytes.subspan(part.size());
  }
  return true;
}

bool StateCache::read_part(View& view, std::uint64_t address, std::span<std::byte> bytes) {
  constexpr unsigned kSizeBits = 7;
  static_assert(kPartBytes < 1U << kSizeBits);
  const std::uint64_t key = (address & kAddressMask) << kSizeBits | bytes.size();
  if (const auto known = parts_.find(key); known != parts_.end()) {
    std::ranges::copy(std::span(known->second).first(bytes.size()), bytes.begin());
    return true;
  }
  if (!view.read(address, bytes)) return false;
  std::ranges::copy(bytes, parts_[key].begin());
  return true;
}

void StateCache::invalidate() {
  const std::scoped_lock lock(mutex_);
  parts_.clear();
  version_.fetch_add(1, std::memory_order_release);
}

}  // namespace eugene::memory
