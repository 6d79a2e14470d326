#include "serve/table_writes.h"

#include "base/bits.h"

namespace eugene::serve {
namespace {

using memory::PhysicalMemory;

// Whether `entry` is present and names the page in which `address` lies.
bool leads_to(std::uint64_t entry, std::uint64_t address) {
  constexpr std::uint64_t kPage = memory::kAddressMask & ~(memory::kPageBytes - 1);
  return bit(entry, 0) && (entry & kPage) == (address & kPage);
}

}  // namespace

void TableWrites::wrote_entry(PhysicalMemory& memory, std::uint64_t address, std::uint64_t before) {
  if (count_ != 0 && !leads_to(writes_[count_ - 1].entry, address)) count_ = 0;
  writes_[count_++] = {address, before, memory.read_qword(address)};
  if (count_ != kLevels) return;
  for (; count_ != 0; --count_) {  // the last first, should two be at one place
    const Write& write = writes_[count_ - 1];
    if (memory.write_qword(write.address | PhysicalMemory::kTableSpace, write.entry)) {
      memory.write_qword(write.address, write.before);
    }
  }
}

}  // namespace eugene::serve
