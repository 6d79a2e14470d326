// Reads the entries of DWARF: numbers, names, and children, within limits that damaged data cannot exceed.
#pragma once

#include <elfutils/libdw.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace eugene::binary {

inline constexpr unsigned kMaxDwarfNesting = 64;          // of blocks and of types
inline constexpr std::size_t kMaxDwarfNameBytes = 1024;   // longer names are ignored
inline constexpr std::size_t kMaxDwarfVisits = 1U << 20;  // damaged data may lead to an entry many times

// Returns the value of the entry's attribute `name`, if the entry has the attribute and its value is a number.
std::optional<std::uint64_t> read_number(Dwarf_Die& die, unsigned name);
// Returns the entry's name; "" if the entry has none, or one that is too long.
std::string find_name(Dwarf_Die& die);

class DwarfChildren {
 public:
  // Visits the children of `die`. Each child must come after the previous one; otherwise the data is damaged.
  template <class F>
  void visit(Dwarf_Die& die, F visit) {
    Dwarf_Die child;
    if (dwarf_child(&die, &child) != 0) return;
    for (Dwarf_Off last = 0; ++visits_ < kMaxDwarfVisits && dwarf_dieoffset(&child) > last;) {
      last = dwarf_dieoffset(&child);
      visit(child);
      if (dwarf_siblingof(&child, &child) != 0) return;
    }
  }

 private:
  std::size_t visits_ = 0;
};

}  // namespace eugene::binary
