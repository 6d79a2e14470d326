#include "memory/ppgtt.h"

#include <array>

namespace eugene::memory {
namespace {

// Fields of a table entry at any level. Bits 47:12 are the physical address of the next table or the page.
constexpr unsigned kPresent = 0;
constexpr unsigned kWritable = 1;
constexpr unsigned kPageSize = 7;           // in a PDP or PD entry: the entry maps a page, not a table
constexpr unsigned kIntermediatePage = 11;  // in a PD entry: its table maps 64 KB pages
constexpr unsigned kIndexBits = 9;
constexpr unsigned k64KPageBits = 16;
constexpr std::uint64_t kAddressField = kAddressMask & ~(kPageBytes - 1);

struct Level {
  unsigned shift;    // lowest address bit of this level's index
  bool may_be_page;  // kPageSize is valid
  bool may_be_64k;   // kIntermediatePage is valid
};

constexpr std::array<Level, 4> kLevels{{
    {39, false, false},  // PML4
    {30, true, false},   // page directory pointer: 1 GB pages
    {21, true, true},    // page directory: 2 MB pages
    {12, false, false},  // page table
}};

}  // namespace

std::optional<Ppgtt::Leaf> Ppgtt::walk(std::uint64_t address) const {
  std::uint64_t table = root_ & kAddressField;
  bool writable = true;
  bool pages_are_64k = false;
  for (const Level& level : kLevels) {
    const bool last = level.shift == kPageBits;
    std::uint64_t index = (address >> level.shift) & low_mask(kIndexBits);
    // The first of the 16 entries of a 64 KB page is used.
    if (last && pages_are_64k) index &= ~low_mask(k64KPageBits - kPageBits);
    const std::uint64_t place = table + index * sizeof(std::uint64_t);
    const std::uint64_t entry = memory_->read_qword(place);
    if (!bit(entry, kPresent)) return std::nullopt;
    writable = writable && bit(entry, kWritable);
    if (last || (level.may_be_page && bit(entry, kPageSize))) {
      return Leaf{.entry = entry,
                  .address = place,
                  .shift = last && pages_are_64k ? k64KPageBits : level.shift,
                  .writable = writable,
                  .is_single = last && !pages_are_64k};
    }
    pages_are_64k = level.may_be_64k && bit(entry, kIntermediatePage);
    table = entry & kAddressField;
  }
  return std::nullopt;
}

std::uint64_t Ppgtt::physical(const Leaf& leaf, std::uint64_t address) {
  const std::uint64_t offset = low_mask(leaf.shift);
  return (leaf.entry & kAddressField & ~offset) | (address & offset);
}

std::optional<Translation> Ppgtt::translate(std::uint64_t address) const {
  const std::optional<Leaf> leaf = walk(address);
  if (!leaf) return std::nullopt;
  return Translation{physical(*leaf, address), leaf->writable};
}

std::byte* Ppgtt::page(std::uint64_t address, Access access) {
  const std::optional<Translation> found = translate(address);
  if (!found || (access == Access::write && !found->writable)) return nullptr;
  return memory_->at(found->physical & ~(kPageBytes - 1));
}

std::uint64_t Ppgtt::pages_from(std::uint64_t address, Access access, std::uint64_t pages, std::byte*& host) {
  const std::uint64_t first = address & ~(kPageBytes - 1);
  std::optional<Leaf> leaf = walk(first);
  if (!leaf || (access == Access::write && !leaf->writable)) return 0;
  const std::uint64_t start = physical(*leaf, first);
  host = memory_->at(start);
  if (host == nullptr) return 0;
  std::uint64_t count = 1;
  for (; count < pages; ++count) {
    const std::uint64_t next = first + count * kPageBytes;
    const bool in_leaf = (next & low_mask(leaf->shift)) != 0;
    const bool in_table = (next >> kPageBits & low_mask(kIndexBits)) != 0;
    if (!in_leaf && leaf->is_single && in_table) {
      leaf->address += sizeof(std::uint64_t);
      leaf->entry = memory_->read_qword(leaf->address);
      // The upper levels are the same as for the first page, which allowed the access.
      if (!bit(leaf->entry, kPresent) || (access == Access::write && !bit(leaf->entry, kWritable))) break;
    } else if (!in_leaf) {
      leaf = walk(next);
      if (!leaf || (access == Access::write && !leaf->writable)) break;
    }
    const std::uint64_t page = physical(*leaf, next);
    if (page != start + count * kPageBytes || memory_->at(page) != host + count * kPageBytes) break;
  }
  return count;
}

}  // namespace eugene::memory
