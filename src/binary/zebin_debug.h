// The DWARF of a zebin. All kernels share one set of debug sections. Addresses in the DWARF are relocated to code
// sections, which all begin at 0. Internal to the layer.
#pragma once

#include <memory>
#include <vector>

#include "binary/elf.h"

namespace eugene::binary {

// Returns a copy of `file` in which every address of code is relocated as if the address of section .text.KERNEL were
// its offset in the file. Null if the file has no line table.
Result<std::shared_ptr<const std::vector<std::byte>>> relocated_debug_data(const ElfFile& file);

}  // namespace eugene::binary
