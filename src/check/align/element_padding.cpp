#include "check/align/element_padding.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/name_character.h"
#include "check/align/alignment.h"

namespace eugene::check {
namespace {

constexpr std::uint64_t kMaxBytes = 1U << 16;  // max size of an element
constexpr unsigned kMaxNesting = 16;

const SourceType* find_source_type(const SourceVariables& source, std::uint32_t number) {
  return number < source.types.size() ? &source.types[number] : nullptr;
}

// Marks the bytes that belong to members of a value at `begin`. Returns false if the members are unknown.
bool mark(const SourceVariables& source, std::uint32_t number, std::uint64_t begin, std::vector<bool>& padding,
          unsigned depth = 0) {
  const SourceType* const type = find_source_type(source, number);
  if (type == nullptr || depth == kMaxNesting || type->bytes == 0 || begin + type->bytes > padding.size()) return false;
  using Kind = SourceType::Kind;
  switch (type->kind) {
    case Kind::number:
    case Kind::pointer:
      for (std::uint64_t at = begin; at != begin + type->bytes; ++at) {
        if (!padding[at]) return false;  // belongs to two members: a union, or bit-fields
        padding[at] = false;
      }
      return true;
    case Kind::array:
    case Kind::vector: {
      const SourceType* const element = find_source_type(source, type->element);
      if (element == nullptr || element->bytes == 0) return false;
      for (std::uint64_t i = 0; i != type->count; ++i) {
        if (!mark(source, type->element, begin + i * element->bytes, padding, depth + 1)) return false;
      }
      return true;
    }
    case Kind::structure:
      return std::ranges::all_of(type->members, [&](const SourceType::Member& each) {
        return mark(source, each.type, begin + each.offset, padding, depth + 1);
      });
    case Kind::unknown: break;
  }
  return false;
}

// Returns the size of an element. A vector of three has the size of a vector of four, which debug data may not say.
std::uint64_t element_bytes(const SourceType& type) {
  constexpr std::uint64_t kThree = 3;
  return type.kind == SourceType::Kind::vector && type.count == kThree ? type.bytes / kThree * (kThree + 1)
                                                                       : type.bytes;
}

std::optional<std::vector<bool>> find_padding(const SourceVariables& source, std::uint32_t number) {
  const SourceType* const type = find_source_type(source, number);
  if (type == nullptr || type->bytes == 0 || type->bytes > kMaxBytes) return std::nullopt;
  std::vector<bool> padding(element_bytes(*type), true);
  return mark(source, number, 0, padding) ? std::optional(padding) : std::nullopt;
}

std::string_view last_name(std::string_view text) {
  const auto is_blank = [](char each) { return std::isspace(static_cast<unsigned char>(each)) != 0; };
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  std::size_t first = text.size();
  while (first != 0 && is_name_character(text[first - 1])) --first;
  return text.substr(first);
}

}  // namespace

bool casts_to_padded(std::string_view text) {
  if (text.find("##") != std::string_view::npos) return true;  // a type name may be pasted together
  for (std::size_t at = text.find(')'); at != std::string_view::npos; at = text.find(')', at + 1)) {
    std::string_view before = text.substr(0, at);
    while (!before.empty() && std::isspace(static_cast<unsigned char>(before.back())) != 0) before.remove_suffix(1);
    if (!before.ends_with('*')) continue;
    before.remove_suffix(1);
    const std::string_view name = last_name(before);
    const auto type = number_type(name);
    constexpr std::uint32_t kThree = 3;
    if (name != "void" && (!type || type->count == kThree)) return true;
  }
  return false;
}

std::map<std::string, std::vector<bool>> element_padding(const SourceVariables& source, std::string_view text) {
  std::map<std::string, std::vector<bool>> found;
  if (text.empty() || casts_to_padded(text)) return found;
  for (const SourceVariable& each : source.variables) {
    const SourceType* const type = find_source_type(source, each.type);
    if (!each.is_parameter || type == nullptr || type->kind != SourceType::Kind::pointer) continue;
    const auto padding = find_padding(source, type->element);
    if (padding) found.try_emplace(each.name, *padding);
  }
  return found;
}

}  // namespace eugene::check
