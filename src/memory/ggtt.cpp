#include "memory/ggtt.h"

namespace eugene::memory {

bool Ggtt::set_entry(std::uint64_t index, std::uint64_t entry) {
  if (index >= kMaxEntries) return false;
  if (index >= entries_.size()) entries_.resize(index + 1);
  entries_[index] = entry;
  return true;
}

std::byte* Ggtt::page(std::uint64_t address, Access /*access*/) {
  constexpr unsigned kPresent = 0;
  const std::uint64_t entry = this->entry(address >> kPageBits);
  return bit(entry, kPresent) ? memory_->at(entry & kAddressMask & ~(kPageBytes - 1)) : nullptr;
}

}  // namespace eugene::memory
