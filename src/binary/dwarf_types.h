// Reads the types in a kernel's DWARF.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <map>
#include <vector>

#include "base/source_variables.h"
#include "binary/dwarf_entries.h"

namespace eugene::binary {

// Adds each type that a variable needs to a list, once.
class DwarfTypes {
 public:
  explicit DwarfTypes(std::vector<SourceType>& types) : types_(&types) {}

  // Returns the number in the list of the type that a variable, a member or another entry has; SourceType::kNone if the
  // entry has no readable type.
  std::uint32_t find(Dwarf_Die& die, unsigned depth = 0);

 private:
  std::uint32_t number(Dwarf_Die& die, unsigned depth);
  SourceType read(Dwarf_Die& die, int tag, unsigned depth);
  void add_pointer(Dwarf_Die& die, SourceType& type, unsigned depth);
  void add_members(Dwarf_Die& die, SourceType& type, unsigned depth);
  SourceType array(Dwarf_Die& die, unsigned depth);

  std::vector<SourceType>* types_;
  DwarfChildren children_;
  std::map<Dwarf_Off, std::uint32_t> numbers_;
};

}  // namespace eugene::binary
