#include "binary/dwarf_entries.h"

#include <cstring>

namespace eugene::binary {

std::optional<std::uint64_t> read_number(Dwarf_Die& die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_attr_integrate(&die, name, &attribute) == nullptr || dwarf_formudata(&attribute, &value) != 0)
    return std::nullopt;
  return value;
}

std::string find_name(Dwarf_Die& die) {
  const char* name = dwarf_diename(&die);
  return name == nullptr || ::strnlen(name, kMaxDwarfNameBytes + 1) > kMaxDwarfNameBytes ? "" : name;
}

}  // namespace eugene::binary
