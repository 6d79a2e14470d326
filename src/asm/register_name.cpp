#include "asm/register_name.h"

#include "asm/spelling.h"

namespace eugene::assembly {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// True for names that may have no number, which then is 0.
bool may_lack_number(const ArfName& arf) {
  return !arf.numbered || arf.kind == isa::Arf::acc || arf.kind == isa::Arf::tdr || arf.kind == isa::Arf::ce;
}

std::optional<RegisterName> arf_register(std::string_view letters, std::optional<unsigned> number) {
  const auto arf = kArfNames.find(letters);
  if (!arf || (!number && !may_lack_number(*arf))) return std::nullopt;
  RegisterName name{.file = isa::RegFile::arf, .natural = arf->type};
  name.overflow = number.value_or(0) > 15;
  name.nr = static_cast<std::uint8_t>(static_cast<unsigned>(arf->kind) << 4 | (number.value_or(0) & 0xF));
  return name;
}

std::optional<RegisterName> any_register(std::string_view letters, std::optional<unsigned> number) {
  if (letters.size() == 1) {
    const char file = to_lower(letters[0]);
    if (file == 'r' || file == 'g' || file == 'm') {
      RegisterName name{.file = file == 'm' ? isa::RegFile::mrf : isa::RegFile::grf};
      if (number) {
        name.overflow = *number > 255;
        name.nr = static_cast<std::uint8_t>(*number);
      }
      return name;
    }
  }
  return arf_register(letters, number);
}

}  // namespace

std::optional<RegisterName> find_register(std::string_view name, bool glued_types) {
  std::size_t letters = 0;
  while (letters < name.size() && !is_digit(name[letters]) && name[letters] != '_') ++letters;
  std::size_t at = letters;
  std::optional<unsigned> number;
  for (; at < name.size() && is_digit(name[at]); ++at) {
    if (number.value_or(0) > 9999) return std::nullopt;
    number = number.value_or(0) * 10 + static_cast<unsigned>(name[at] - '0');
  }
  if (at == name.size()) {
    if (auto whole = any_register(name.substr(0, letters), number)) return whole;
  }
  if (!glued_types) return std::nullopt;
  // nullUD, g34UD: the type is in capitals, the register in lower case.
  std::size_t split = at;
  if (!number) {
    split = 0;
    while (split < name.size() && !is_upper(name[split])) ++split;
    letters = split;
  }
  const auto type = kTypeNames.find(name.substr(split));
  if (!type || !is_upper(name[split])) return std::nullopt;
  auto result = any_register(name.substr(0, letters), number);
  if (result) result->type = type;
  return result;
}

}  // namespace eugene::assembly
