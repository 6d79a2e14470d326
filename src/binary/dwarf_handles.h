// Opens an ELF file in memory, to read its DWARF.
#pragma once

#include <elfutils/libdw.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "binary/dwarf_limits.h"

namespace eugene::binary {

class DwarfFile {
 public:
  // Copies `elf`, because the library requires writable memory, although it does not write.
  explicit DwarfFile(std::span<const std::byte> elf)
      : bytes_(reinterpret_cast<const char*>(elf.data()), reinterpret_cast<const char*>(elf.data() + elf.size())) {
    if (bytes_.empty() || elf_version(EV_CURRENT) == EV_NONE) return;
    file_.reset(elf_memory(bytes_.data(), bytes_.size()));
    if (file_ != nullptr && is_within_limits(file_.get()))
      dwarf_.reset(dwarf_begin_elf(file_.get(), DWARF_C_READ, nullptr));
  }

  Dwarf* dwarf() const { return dwarf_.get(); }  // null: no readable DWARF

 private:
  // A deleter that calls the library's function `End`.
  template <auto End>
  struct Deleter {
    template <class T>
    void operator()(T* handle) const {
      (void)End(handle);
    }
  };
  std::vector<char> bytes_;
  std::unique_ptr<Elf, Deleter<elf_end>> file_;
  std::unique_ptr<Dwarf, Deleter<dwarf_end>> dwarf_;
};

}  // namespace eugene::binary
