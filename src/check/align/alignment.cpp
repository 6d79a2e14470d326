#include "check/align/alignment.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "base/name_character.h"
#include "base/number.h"
#include "isa/message/access.h"
#include "isa/message/message.h"

namespace eugene::check {
namespace {

void drop_blanks_behind(std::string_view& text) {
  while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
}

std::string_view last_word(std::string_view text) {
  std::size_t first = text.size();
  while (first != 0 && is_name_character(text[first - 1])) --first;
  return text.substr(first);
}

std::optional<std::uint32_t> size_of_type(std::string_view name) {
  const auto type = number_type(name);
  return type ? std::optional(type->bytes * std::bit_ceil(type->count)) : std::nullopt;
}

}  // namespace

std::optional<NumberType> number_type(std::string_view name) {
  constexpr auto kSizes = std::to_array<std::pair<std::string_view, std::uint32_t>>({{"char", 1},
                                                                                     {"uchar", 1},
                                                                                     {"short", 2},
                                                                                     {"ushort", 2},
                                                                                     {"half", 2},
                                                                                     {"int", 4},
                                                                                     {"uint", 4},
                                                                                     {"float", 4},
                                                                                     {"long", 8},
                                                                                     {"ulong", 8},
                                                                                     {"double", 8}});
  const std::size_t digits = std::min(name.find_first_of("0123456789"), name.size());
  const auto* const found = std::ranges::find(kSizes, name.substr(0, digits), &decltype(kSizes)::value_type::first);
  if (found == kSizes.end()) return std::nullopt;
  if (digits == name.size()) return NumberType{.bytes = found->second};
  const auto elements = parse_number<std::uint32_t>(name.substr(digits));
  if (!elements || *elements < 2 || *elements > 16) return std::nullopt;
  return NumberType{.bytes = found->second, .count = *elements};
}

std::uint32_t message_alignment(const isa::Program& program, const isa::Instruction& instruction) {
  if (!isa::is_send(instruction)) return 0;
  const isa::SendFields& send = instruction.send;
  if (send.descriptor_in_a0 || send.function_in_a0()) return 0;
  const auto message = isa::decode_message(*program.gen, send.sfid, send.descriptor, send.extended_descriptor);
  const auto access = message ? isa::channel_access(message->body) : std::nullopt;
  return access ? access->alignment : 0;
}

std::uint32_t cast_alignment(std::string_view line) {
  line = line.substr(0, line.find("//"));
  if (line.find("vload") != std::string_view::npos || line.find("vstore") != std::string_view::npos) return 1;
  std::optional<std::uint32_t> smallest;
  for (std::size_t at = line.find(')'); at != std::string_view::npos; at = line.find(')', at + 1)) {
    std::string_view before = line.substr(0, at);
    drop_blanks_behind(before);
    if (!before.ends_with('*')) continue;
    before.remove_suffix(1);
    drop_blanks_behind(before);
    const auto size = size_of_type(last_word(before));
    if (!size) return 1;
    if (*size != 1) smallest = std::min(smallest.value_or(*size), *size);
  }
  return smallest.value_or(1);
}

}  // namespace eugene::check
