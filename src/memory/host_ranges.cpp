#include "memory/host_ranges.h"

#include <algorithm>
#include <utility>

namespace eugene::memory {

bool HostRanges::map(Range range) {
  const bool aligned = ((range.begin | range.end | range.padding) & (kPageBytes - 1)) == 0;
  if (!aligned || range.begin >= range.end || range.end - 1 > kAddressMask) return false;
  if (range.padding >= range.end - range.begin) return false;
  const auto first = std::ranges::upper_bound(ranges_, range.begin, {}, &Range::end);
  const auto last = std::find_if(first, ranges_.end(), [&](const Range& each) { return each.begin >= range.end; });
  if (first == last) {
    ranges_.insert(first, std::move(range));
  } else {
    *first = std::move(range);
    ranges_.erase(first + 1, last);
  }
  return true;
}

void HostRanges::unmap(const void* owner) {
  std::erase_if(ranges_, [owner](const Range& each) { return each.owner.get() == owner; });
}

const HostRanges::Range* HostRanges::find(std::uint64_t address) const {
  const auto found = std::ranges::upper_bound(ranges_, address, {}, &Range::end);
  return found != ranges_.end() && found->begin <= address ? &*found : nullptr;
}

std::uint64_t HostRanges::find_free(std::uint64_t bytes, std::uint64_t alignment, std::uint64_t lowest,
                                    std::uint64_t limit) const {
  std::uint64_t at = align_up(lowest, alignment);
  for (auto each = std::ranges::upper_bound(ranges_, at, {}, &Range::end); each != ranges_.end(); ++each) {
    if (at >= limit || bytes > limit - at) return limit;
    if (each->begin >= at + bytes) return at;
    at = align_up(each->end, alignment);
  }
  return at >= limit || bytes > limit - at ? limit : at;
}

std::byte* HostRanges::page(std::uint64_t address, Access access) {
  const Range* range = find(address);
  if (range == nullptr || address >= range->end - range->padding) return nullptr;
  if (access == Access::write && !range->writable) return nullptr;
  return range->host + ((address & ~(kPageBytes - 1)) - range->begin);
}

std::uint64_t HostRanges::pages_from(std::uint64_t address, Access access, std::uint64_t pages, std::byte*& host) {
  host = page(address, access);
  if (host == nullptr) return 0;
  const Range* range = find(address);
  return std::min(pages, (range->end - range->padding - (address & ~(kPageBytes - 1))) / kPageBytes);
}

}  // namespace eugene::memory
