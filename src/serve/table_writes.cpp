#include "serve/table_writes.h"

namespace eugene::serve {

using memory::PhysicalMemory;

void TableWrites::wrote_entry(PhysicalMemory& memory, std::uint64_t address, std::uint64_t before) {
  const bool complete = chain_.add(address, memory.read_qword(address));
  const auto entries = chain_.entries();
  before_[entries.size() - 1] = before;
  if (!complete) return;
  for (std::size_t i = entries.size(); i-- != 0;) {  // the last first, should two be at one place
    const TableChain::Entry& entry = entries[i];
    if (memory.write_qword(entry.address | PhysicalMemory::kTableSpace, entry.value)) {
      memory.write_qword(entry.address, before_[i]);
    }
  }
}

}  // namespace eugene::serve
