#include "number_type.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace eugene::python {
namespace {

struct Named {
  std::string_view name;
  char kind;
  unsigned bytes;
};
constexpr std::array kNamed{Named{"char", 'i', 1},   Named{"uchar", 'u', 1}, Named{"short", 'i', 2},
                            Named{"ushort", 'u', 2}, Named{"int", 'i', 4},   Named{"uint", 'u', 4},
                            Named{"long", 'i', 8},   Named{"ulong", 'u', 8}, Named{"half", 'f', 2},
                            Named{"float", 'f', 4},  Named{"double", 'f', 8}};

}  // namespace

NumberType number_type(std::string_view name) {
  while (name.ends_with('*') || name.ends_with(' ')) name.remove_suffix(1);
  const std::size_t letters = std::min(name.find_first_of("0123456789"), name.size());
  unsigned count = 1;
  const std::string_view digits = name.substr(letters);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  const bool is_whole = digits.empty() || (error == std::errc() && end == digits.data() + digits.size());
  const auto found = std::ranges::find(kNamed, name.substr(0, letters), &Named::name);
  if (found == kNamed.end() || !is_whole) return {};
  return {.kind = found->kind, .bytes = found->bytes, .count = count};
}

}  // namespace eugene::python
