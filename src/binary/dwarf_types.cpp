#include "binary/dwarf_types.h"

#include <dwarf.h>

#include <utility>

namespace eugene::binary {
namespace {

using Kind = SourceType::Kind;

constexpr bool is_size_of_number(std::uint64_t bytes) { return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8; }

// Returns the size of an address in the program that has the type.
std::uint64_t address_bytes(Dwarf_Die& die) {
  Dwarf_Die unit;
  std::uint8_t address = sizeof(std::uint64_t), offset = 0;
  (void)dwarf_diecu(&die, &unit, &address, &offset);
  return address == sizeof(std::uint32_t) ? address : sizeof(std::uint64_t);
}

void add_base(Dwarf_Die& die, SourceType& type) {
  using enum SourceType::Encoding;
  if (!is_size_of_number(type.bytes)) return;
  type.kind = Kind::number;
  switch (read_number(die, DW_AT_encoding).value_or(DW_ATE_signed)) {
    case DW_ATE_float: type.encoding = floating; break;
    case DW_ATE_boolean: type.encoding = boolean; break;
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char: type.encoding = natural; break;
    default: type.encoding = integer; break;
  }
}

}  // namespace

std::uint32_t DwarfTypes::find(Dwarf_Die& die, unsigned depth) {
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  if (depth > kMaxDwarfNesting || dwarf_attr_integrate(&die, DW_AT_type, &attribute) == nullptr ||
      dwarf_formref_die(&attribute, &type) == nullptr)
    return SourceType::kNone;
  return number(type, depth + 1);
}

std::uint32_t DwarfTypes::number(Dwarf_Die& die, unsigned depth) {
  const Dwarf_Off offset = dwarf_dieoffset(&die);
  if (const auto known = numbers_.find(offset); known != numbers_.end()) return known->second;
  const int tag = dwarf_tag(&die);
  if (tag == DW_TAG_const_type || tag == DW_TAG_volatile_type || tag == DW_TAG_restrict_type) return find(die, depth);
  const auto number = static_cast<std::uint32_t>(types_->size());
  numbers_.emplace(offset, number);  // stored first, because the type may contain pointers to itself
  types_->emplace_back();
  SourceType type = read(die, tag, depth);
  (*types_)[number] = std::move(type);
  return number;
}

SourceType DwarfTypes::read(Dwarf_Die& die, int tag, unsigned depth) {
  if (tag == DW_TAG_typedef) {
    const std::uint32_t of_what = find(die, depth);
    SourceType type = of_what == SourceType::kNone ? SourceType() : (*types_)[of_what];
    type.name = find_name(die);
    return type;
  }
  SourceType type{.name = find_name(die), .bytes = read_number(die, DW_AT_byte_size).value_or(0), .members = {}};
  switch (tag) {
    case DW_TAG_base_type: add_base(die, type); break;
    case DW_TAG_enumeration_type: type.kind = is_size_of_number(type.bytes) ? Kind::number : Kind::unknown; break;
    case DW_TAG_pointer_type: add_pointer(die, type, depth); break;
    case DW_TAG_structure_type:
    case DW_TAG_union_type: add_members(die, type, depth); break;
    case DW_TAG_array_type: return array(die, depth);
    default: break;
  }
  return type;
}

void DwarfTypes::add_pointer(Dwarf_Die& die, SourceType& type, unsigned depth) {
  if (type.bytes == 0) type.bytes = address_bytes(die);
  if (type.bytes != sizeof(std::uint64_t) && type.bytes != sizeof(std::uint32_t)) return;
  type.kind = Kind::pointer;
  type.element = find(die, depth);
}

void DwarfTypes::add_members(Dwarf_Die& die, SourceType& type, unsigned depth) {
  type.kind = Kind::structure;
  children_.visit(die, [&](Dwarf_Die& child) {
    if (dwarf_tag(&child) != DW_TAG_member) return;
    type.members.push_back({.name = find_name(child),
                            .type = find(child, depth),
                            .offset = read_number(child, DW_AT_data_member_location).value_or(0)});
  });
}

// The last dimension is the innermost.
SourceType DwarfTypes::array(Dwarf_Die& die, unsigned depth) {
  std::vector<std::uint64_t> counts;
  children_.visit(die, [&](Dwarf_Die& child) {
    if (dwarf_tag(&child) != DW_TAG_subrange_type) return;
    const auto count = read_number(child, DW_AT_count);
    const auto last = read_number(child, DW_AT_upper_bound);
    counts.push_back(count ? *count : last ? *last + 1 : 0);
  });
  if (counts.empty()) counts.push_back(0);
  Dwarf_Attribute attribute;
  const bool is_vector = dwarf_attr(&die, DW_AT_GNU_vector, &attribute) != nullptr;
  SourceType type;
  std::uint32_t element = find(die, depth);
  for (std::size_t i = counts.size(); i-- != 0;) {
    type = {.kind = is_vector ? Kind::vector : Kind::array,
            .name = {},
            .element = element,
            .count = counts[i],
            .members = {}};
    type.bytes = element == SourceType::kNone ? 0 : (*types_)[element].bytes * type.count;
    if (i == 0) break;
    element = static_cast<std::uint32_t>(types_->size());
    types_->push_back(type);
  }
  return type;
}

}  // namespace eugene::binary
