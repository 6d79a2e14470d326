#include "memory/ppgtt.h"

#include <array>

namespace eugene::memory {
namespace {

// Fields of a table entry at any level. Bits 47:12 are the physical address of the next table or the page.
constexpr unsigned kPresent = 0;
constexpr unsigned kWritable = 1;
constexpr unsigned kPageSize = 7;           // in a PDP or PD entry: it maps a page, not a table
constexpr unsigned kIntermediatePage = 11;  // in a PD entry: its table maps 64 KB pages
constexpr unsigned kIndexBits = 9;
constexpr unsigned k64KPageBits = 16;

struct Level {
  unsigned shift;    // lowest address bit that this level's index takes
  bool may_be_page;  // kPageSize has its meaning
  bool may_be_64k;   // kIntermediatePage has its meaning
};

constexpr std::array<Level, 4> kLevels{{
    {39, false, false},  // PML4
    {30, true, false},   // page directory pointer: 1 GB pages
    {21, true, true},    // page directory: 2 MB pages
    {12, false, false},  // page table
}};

// The table entry at physical `address`: from the tables' own space, or else from where data are.
std::uint64_t read_entry(const PhysicalMemory& memory, std::uint64_t address) {
  const std::uint64_t entry = memory.read_qword(address | PhysicalMemory::kTableSpace);
  return entry != 0 ? entry : memory.read_qword(address);
}

}  // namespace

std::optional<Translation> Ppgtt::translate(std::uint64_t address) const {
  constexpr std::uint64_t kAddressField = kAddressMask & ~(kPageBytes - 1);
  std::uint64_t table = root_ & kAddressField;
  bool writable = true;
  bool pages_are_64k = false;
  for (const Level& level : kLevels) {
    const bool last = level.shift == kPageBits;
    std::uint64_t index = (address >> level.shift) & low_mask(kIndexBits);
    // Of the 16 entries that cover a 64 KB page, the first counts.
    if (last && pages_are_64k) index &= ~low_mask(k64KPageBits - kPageBits);
    const std::uint64_t entry = read_entry(*memory_, table + index * sizeof(std::uint64_t));
    if (!bit(entry, kPresent)) return std::nullopt;
    writable = writable && bit(entry, kWritable);
    if (last || (level.may_be_page && bit(entry, kPageSize))) {
      const std::uint64_t offset = low_mask(last && pages_are_64k ? k64KPageBits : level.shift);
      return Translation{(entry & kAddressField & ~offset) | (address & offset), writable};
    }
    pages_are_64k = level.may_be_64k && bit(entry, kIntermediatePage);
    table = entry & kAddressField;
  }
  return std::nullopt;
}

std::byte* Ppgtt::page(std::uint64_t address, Access access) {
  const std::optional<Translation> found = translate(address);
  if (!found || (access == Access::write && !found->writable)) return nullptr;
  return memory_->at(found->physical & ~(kPageBytes - 1));
}

}  // namespace eugene::memory
