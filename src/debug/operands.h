// Parts of the debugger's commands: numbers, types, and elements of registers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/trimmed.h"
#include "isa/operand.h"

namespace eugene::debug {

// Elements of registers, as a source operand names them.
struct Elements {
  isa::RegFile file = isa::RegFile::grf;
  unsigned number = 0;
  unsigned element = 0;  // index of the first element, in elements from the start of the register
  isa::Region region{.vstride = 8, .width = 8, .hstride = 1};
  isa::Type type = isa::Type::ud;
  bool is_flag = false;  // f<number>
  bool operator==(const Elements&) const = default;
};

std::vector<std::string_view> split_words(std::string_view line);
// Takes a decimal number from the front of `text`.
std::optional<unsigned> take_number(std::string_view& text, unsigned max);
bool take(std::string_view& text, char expected);
std::optional<isa::Type> choose_type(std::string_view name);
Result<Elements> parse_elements(std::string_view text);
// Whether `text` names a register, with or without what may follow a register's name. Returns false if `text` names a
// variable.
bool names_register(std::string_view text);

}  // namespace eugene::debug
