#include "debug/operands.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/number.h"

namespace eugene::debug {
namespace {

struct TypeName {
  std::string_view name;
  isa::Type type;
};
constexpr std::array kTypes{
    TypeName{"ub", isa::Type::ub}, TypeName{"b", isa::Type::b},   TypeName{"uw", isa::Type::uw},
    TypeName{"w", isa::Type::w},   TypeName{"ud", isa::Type::ud}, TypeName{"d", isa::Type::d},
    TypeName{"uq", isa::Type::uq}, TypeName{"q", isa::Type::q},   TypeName{"hf", isa::Type::hf},
    TypeName{"f", isa::Type::f},   TypeName{"df", isa::Type::df},
};

std::optional<isa::Region> take_region(std::string_view& text) {
  constexpr unsigned kMaxStride = 32;
  constexpr unsigned kMaxWidth = 16;
  const auto vertical = take_number(text, kMaxStride);
  if (!vertical || !take(text, ';')) return std::nullopt;
  const auto width = take_number(text, kMaxWidth);
  if (!width || *width == 0 || !take(text, ',')) return std::nullopt;
  const auto horizontal = take_number(text, kMaxStride);
  if (!horizontal || !take(text, '>')) return std::nullopt;
  return isa::Region{.vstride = static_cast<std::uint8_t>(*vertical),
                     .width = static_cast<std::uint8_t>(*width),
                     .hstride = static_cast<std::uint8_t>(*horizontal)};
}

}  // namespace

std::vector<std::string_view> split_words(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return words;
    line.remove_prefix(begin);
    const std::size_t end = std::min(line.find_first_of(" \t\r"), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

std::optional<unsigned> take_number(std::string_view& text, unsigned max) {
  std::string_view rest = text;
  const auto number = eugene::take_number<unsigned>(rest);
  if (!number || *number > max) return std::nullopt;
  text = rest;
  return number;
}

bool take(std::string_view& text, char expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<isa::Type> choose_type(std::string_view name) {
  const auto found = std::ranges::find(kTypes, name, &TypeName::name);
  if (found == kTypes.end()) return std::nullopt;
  return found->type;
}

Result<Elements> parse_elements(std::string_view text) {
  const std::string whole(text);
  const auto bad = [&] { return fail(fmt::format("'{}' is not a register region", whole), {}, "r10.0<8;8,1>:f"); };
  constexpr unsigned kMaxRegister = 127;
  constexpr unsigned kMaxElement = 31;
  Elements result;
  if (take(text, 'f')) {
    const auto flag = take_number(text, 1);
    if (!flag || !text.empty()) return bad();
    result.is_flag = true;
    result.number = *flag;
    return result;
  }
  if (!take(text, 'r')) return bad();
  const auto number = take_number(text, kMaxRegister);
  if (!number) return bad();
  result.number = *number;
  if (take(text, '.')) {
    const auto element = take_number(text, kMaxElement);
    if (!element) return bad();
    result.element = *element;
  }
  if (take(text, '<')) {
    const auto region = take_region(text);
    if (!region) return bad();
    result.region = *region;
  }
  if (take(text, ':')) {
    const auto type = choose_type(text);
    if (!type) return bad();
    result.type = *type;
    text = {};
  }
  if (!text.empty()) return bad();
  return result;
}

bool names_register(std::string_view text) {
  if (!text.starts_with('r') && !text.starts_with('f')) return false;
  const std::size_t end = text.find_first_not_of("0123456789", 1);
  return end != 1 && text.size() != 1 &&
         (end == std::string_view::npos || text.substr(end, 1).find_first_of(".<:") == 0);
}

}  // namespace eugene::debug
