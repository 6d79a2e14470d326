#include "check/align/source_alignment.h"

#include <algorithm>
#include <bit>
#include <string_view>

#include "binary/source_text.h"
#include "check/align/alignment.h"

namespace eugene::check {

namespace {

using TypeKind = SourceType::Kind;

// Returns the alignment that a type needs if nothing packs it; 1 if unknown.
std::uint64_t natural_alignment(const SourceVariables& variables, std::uint32_t number, unsigned depth = 0) {
  constexpr unsigned kMaxDepth = 16;
  if (number >= variables.types.size() || depth == kMaxDepth) return 1;
  const SourceType& type = variables.types[number];
  switch (type.kind) {
    case TypeKind::number:
    case TypeKind::pointer: return std::max<std::uint64_t>(type.bytes, 1);
    case TypeKind::vector:
      return natural_alignment(variables, type.element, depth + 1) *
             std::bit_ceil(std::max<std::uint64_t>(type.count, 1));
    case TypeKind::array: return natural_alignment(variables, type.element, depth + 1);
    case TypeKind::structure: {
      std::uint64_t largest = 1;
      for (const SourceType::Member& each : type.members)
        largest = std::max(largest, natural_alignment(variables, each.type, depth + 1));
      return largest;
    }
    case TypeKind::unknown: break;
  }
  return 1;
}

bool has_packed_type(const SourceVariables& variables) {
  return std::ranges::any_of(variables.types, [&](const SourceType& type) {
    return type.kind == TypeKind::structure && std::ranges::any_of(type.members, [&](const SourceType::Member& each) {
             return each.offset % natural_alignment(variables, each.type) != 0;
           });
  });
}

// Whether the text has attributes that allow unaligned data.
bool has_packing_attribute(std::string_view text) {
  if (text.find("packed") != std::string_view::npos) return true;
  for (std::size_t at = text.find("aligned"); at != std::string_view::npos; at = text.find("aligned", at + 1)) {
    const std::size_t value = text.find_first_not_of(" (", at + std::string_view("aligned").size());
    const bool is_small = value != std::string_view::npos && (text[value] == '1' || text[value] == '2');
    if (is_small && text.substr(value + 1).find_first_of(" )") == 0) return true;
  }
  return false;
}

}  // namespace

std::vector<std::uint32_t> find_alignments(const isa::Program& program, const SourceLines& lines,
                                           const SourceVariables& variables) {
  const bool is_packed = has_packed_type(variables) || has_packing_attribute(lines.given_text);
  std::vector<std::uint32_t> alignments;
  alignments.reserve(program.instructions.size());
  binary::SourceTexts texts;
  for (std::size_t index = 0; index < program.instructions.size(); ++index) {
    std::uint32_t alignment = message_alignment(program, program.instructions[index]);
    if (is_packed && alignment != 0) alignment = 1;
    const auto line = alignment == 1 ? lines.at(program.offset_at(index)) : std::nullopt;
    if (line) alignment = cast_alignment(texts.text(lines, *line));
    alignments.push_back(alignment);
  }
  return alignments;
}

}  // namespace eugene::check
