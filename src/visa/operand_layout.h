// The operands of instructions in the binary: the members of each, in order, with their widths and checks. Each operand
// is described once, for reading and for writing. `Io` is Reader or Writer (reader.h, writer.h). vISA manual
// 5_operands.
#pragma once

#include <string_view>
#include <type_traits>

#include "visa/binary_layout.h"
#include "visa/predefined.h"
#include "visa/spelling.h"

namespace eugene::visa {

template <class Io>
inline constexpr bool kReads = std::remove_reference_t<Io>::kIsReader;

// The type of what a layout visits: a reader changes it.
template <class Io, class T>
using Visited = std::conditional_t<kReads<Io>, T, const T>;

void layout(auto& io, Visited<decltype(io), Execution>& e, Field field) {
  const auto& masks = io.since(kSixteenMasks) ? kMasks : kOldMasks;
  if (field == Field::element_count) {
    io.word("a number of elements", 1,
            Part(e.lanes, {1, 0}, kElementLanes, "unknown code {} of a number of elements", "vISA manual GATHER"),
            Part(e.mask, {7, 4}, masks));
  } else {
    io.word("an execution size", 1,
            Part(e.lanes, {3, 0}, kLanes, "unknown code {} of an execution size", "vISA manual 6_instructions"),
            Part(e.mask, {7, 4}, masks));
  }
}

void layout(auto& io, Visited<decltype(io), Predication>& p) {
  io.encodable(p.variable <= 0xfff, "the kernel has more predicates than the binary form can number");
  const std::uint64_t word = io.word(
      "a predicate", 2, Part(p.variable, {11, 0}),
      Part(p.control, {14, 13}, 3, "unknown code {} of a predicate control", kOperandPage), Part(p.inverse, {15, 15}));
  if (word != 0) io.exists(VariableKind::predicate, p.variable);
}

void layout(auto& io, Visited<decltype(io), Tag>& tag) {
  io.word("an operand", 1, Part(tag.operand_class, {2, 0}),
          Part(tag.modifier, {5, 3}, kModifiers.size(), "unknown code {} of a source modifier", kOperandPage));
}

inline constexpr std::string_view kUnknownRegion = "unknown code 0x{1:x} of a region";

void layout(auto& io, Visited<decltype(io), Region>& region) {
  io.word("a region", 2, Part(region.vertical, {3, 0}, kStrides, kUnknownRegion, kOperandPage),
          Part(region.width, {7, 4}, kStrides, kUnknownRegion, kOperandPage),
          Part(region.horizontal, {11, 8}, kStrides, kUnknownRegion, kOperandPage));
}

// After the tag, which has the modifier.
void layout(auto& io, Visited<decltype(io), General>& o) {
  io.id(o.variable, "a variable");
  io.number(o.row, "the row of an operand");
  io.number(o.column, "the column of an operand");
  layout(io, o.region);
  io.exists(VariableKind::general, o.variable);
}

void layout(auto& io, Visited<decltype(io), Address>& o) {
  io.number(o.variable, "an address variable");
  io.number(o.element, "the element of an address variable");
  io.word("the width of an address operand", 1,
          Part(o.width, {3, 0}, kLanes, "unknown code {} of a width", kOperandPage));
  io.exists(VariableKind::address, o.variable);
}

void layout(auto& io, Visited<decltype(io), PredicateVariable>& o) {
  io.word("a predicate", 2, Part(o.variable, {11, 0}));
  io.exists(VariableKind::predicate, o.variable);
}

// After the tag, which has the modifier.
void layout(auto& io, Visited<decltype(io), Indirect>& o) {
  io.number(o.variable, "an address variable");
  io.number(o.element, "the element of an address variable");
  io.number(o.offset, "the offset of an indirect operand");
  io.word("the type of an indirect operand", 1, Part(o.type, {3, 0}));
  layout(io, o.region);
  io.exists(VariableKind::address, o.variable);
}

void layout(auto& io, Visited<decltype(io), State>& o) {
  io.word("the class of a state operand", 1,
          Part(o.kind, {7, 0}, kStateKinds, "unknown class {} of a state operand", kOperandPage));
  io.number(o.variable, "a surface or sampler");
  io.number(o.element, "the element of a surface or sampler");
  if (o.kind == VariableKind::surface || o.variable != kBindlessSampler) io.exists(o.kind, o.variable);
}

void layout(auto& io, Visited<decltype(io), Immediate>& o) {
  io.word("the type of an immediate", 1, Part(o.type, {3, 0}));
  io.number(o.bits, "an immediate", byte_size(o.type) == 8 ? 8 : 4);
}

void layout(auto& io, Visited<decltype(io), Raw>& o) {
  io.id(o.variable, "a raw operand");
  io.number(o.offset, "the offset of a raw operand");
  io.exists(VariableKind::general, o.variable);
}

void layout(auto& io, Visited<decltype(io), LabelReference>& o) {
  io.number(o.label, "a label");
  io.label_exists(o.label);
}

// A field that is a number. Before version 4.0 the operation of the sampler is a byte, with its flags in bits 7:5.
void layout(auto& io, Visited<decltype(io), Number>& o, Field field) {
  const std::string_view name = table_row(field).name;
  switch (table_row(field).coding) {
    case Coding::u16: return io.number(o.value, name, 2);
    case Coding::u32: return io.number(o.value, name, 4);
    case Coding::i32: return io.signed_number(o.value, name, 4);
    case Coding::id: return io.id(o.value, name);
    case Coding::operation:
      if (io.since(kWideOperation)) return io.number(o.value, name, 2);
      io.number(o.value, name, 1);
      if constexpr (kReads<decltype(io)>) o.value = (o.value & 0x1f) | (o.value >> 5) << kFirstSamplerFlag;
      return;
    default: io.number(o.value, name, 1);
  }
  const auto id = static_cast<std::uint32_t>(o.value);
  if (field == Field::surface) io.exists(VariableKind::surface, id);
  if (field == Field::sampler && id != kBindlessSampler) io.exists(VariableKind::sampler, id);
}

// A text, by its number in the table of strings.
void layout(auto& io, Visited<decltype(io), Text>& o, Field field) {
  const FieldRow& row = table_row(field);
  io.string(o.text, row.name, row.coding == Coding::text ? io.id_bytes() : 2);
}

}  // namespace eugene::visa
