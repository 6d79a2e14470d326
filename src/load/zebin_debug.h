// The DWARF of a zebin, whose kernels share one set of sections. Addresses in it are relocated to sections of code,
// which all begin at 0. Internal to the layer.
#pragma once

#include <memory>
#include <vector>

#include "load/elf.h"

namespace eugene::load {

// A copy of `file` in which every address of code is relocated as if section .text.KERNEL were at the address that is
// its offset in the file. Null if the file has no lines.
Result<std::shared_ptr<const std::vector<std::byte>>> relocated_debug_data(const ElfFile& file);

}  // namespace eugene::load
