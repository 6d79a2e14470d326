// The operands of a vISA instruction. Variables have the IDs of the binary form: general variables from 32 on (lower
// IDs are predefined), predicates from 1, surfaces from 6, all others from 0. vISA manual 5_operands.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "visa/type.h"

namespace eugene::visa {

// Kinds of variables; the first three are numbered as in lifetime.*.
enum class VariableKind : std::uint8_t { general, address, predicate, sampler, surface };

// The number of channels of an instruction, and its mask: 0 to 7 are M1 to M8, 8 to 15 are M1_NM to M8_NM.
struct Execution {
  std::uint8_t lanes = 1;
  std::uint8_t mask = 0;
  bool operator==(const Execution&) const = default;
};

enum class PredicateControl : std::uint8_t { lanes, any, all };

// The predicate of an instruction; variable 0: no predicate.
struct Predication {
  std::uint16_t variable = 0;
  bool inverse = false;
  PredicateControl control = PredicateControl::lanes;
  bool operator==(const Predication&) const = default;
};

// Strides and width in elements. kNoStride if the form of the region lacks the value: a destination has only a
// horizontal stride, and a source with an address for each row has no vertical stride.
inline constexpr std::int8_t kNoStride = -1;
struct Region {
  std::int8_t vertical = kNoStride;
  std::int8_t width = kNoStride;
  std::int8_t horizontal = 1;
  bool operator==(const Region&) const = default;
};

struct General {
  std::uint32_t variable = 0;
  std::uint8_t row = 0;     // register
  std::uint8_t column = 0;  // element of the variable's type
  Region region;
  Modifier modifier = Modifier::none;
  bool operator==(const General&) const = default;
};

struct Address {
  std::uint16_t variable = 0;
  std::uint8_t element = 0;
  std::uint8_t width = 1;
  bool operator==(const Address&) const = default;
};

struct PredicateVariable {
  std::uint16_t variable = 0;
  bool operator==(const PredicateVariable&) const = default;
};

struct Indirect {
  std::uint16_t variable = 0;  // an address variable
  std::uint8_t element = 0;
  std::int16_t offset = 0;  // in bytes
  Type type = Type::ud;
  Region region;
  Modifier modifier = Modifier::none;
  bool operator==(const Indirect&) const = default;
};

struct State {  // a surface or a sampler
  VariableKind kind = VariableKind::surface;
  std::uint16_t variable = 0;
  std::uint8_t element = 0;
  bool operator==(const State&) const = default;
};

// The address of an element: in a general variable (offset in bytes), or in a surface or sampler variable.
struct AddressOf {
  VariableKind kind = VariableKind::general;
  std::uint32_t variable = 0;
  std::int32_t offset = 0;
  bool operator==(const AddressOf&) const = default;
};

struct Immediate {
  Type type = Type::ud;
  std::uint64_t bits = 0;
  bool operator==(const Immediate&) const = default;
};

// Whole registers for a message; variable 0 is %null.
struct Raw {
  std::uint32_t variable = 0;
  std::uint16_t offset = 0;  // in bytes
  bool operator==(const Raw&) const = default;
};

// A field that is a number: a count, a mode, a surface or sampler id, ...
struct Number {
  std::int64_t value = 0;
  bool operator==(const Number&) const = default;
};

struct LabelReference {
  std::uint16_t label = 0;
  bool operator==(const LabelReference&) const = default;
};

struct Text {
  std::string text;
  bool operator==(const Text&) const = default;
};

using Operand = std::variant<Execution, Predication, General, Address, PredicateVariable, Indirect, State, AddressOf,
                             Immediate, Raw, Number, LabelReference, Text>;

// Returns the modifier of `operand`; null if operands of its class have none.
template <class AnyOperand>
auto* find_modifier(AnyOperand& operand) {
  auto* general = std::get_if<General>(&operand);
  auto* indirect = std::get_if<Indirect>(&operand);
  return general != nullptr ? &general->modifier : indirect != nullptr ? &indirect->modifier : nullptr;
}

// Returns the value of a number; 0 for other operands.
inline std::int64_t to_number(const Operand& operand) {
  const auto* number = std::get_if<Number>(&operand);
  return number != nullptr ? number->value : 0;
}

}  // namespace eugene::visa
