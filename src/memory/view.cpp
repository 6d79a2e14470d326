#include "memory/view.h"

#include <algorithm>

namespace eugene::memory {

bool View::read(std::uint64_t address, std::span<std::byte> to) {
  while (!to.empty()) {
    const std::byte* from = at(address, Access::read);
    if (from == nullptr) {
      bad_address_ = address & kAddressMask;
      return false;
    }
    const std::size_t count = std::min<std::size_t>(to.size(), kPageBytes - (address & (kPageBytes - 1)));
    std::memcpy(to.data(), from, count);
    to = to.subspan(count);
    address += count;
  }
  return true;
}

bool View::write(std::uint64_t address, std::span<const std::byte> from) {
  while (!from.empty()) {
    std::byte* to = at(address, Access::write);
    if (to == nullptr) {
      bad_address_ = address & kAddressMask;
      return false;
    }
    const std::size_t count = std::min<std::size_t>(from.size(), kPageBytes - (address & (kPageBytes - 1)));
    std::memcpy(to, from.data(), count);
    from = from.subspan(count);
    address += count;
  }
  return true;
}

}  // namespace eugene::memory
