// A vISA kernel as a value: its declarations and instructions. vISA manual 4_visa_header.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "visa/operand.h"

namespace eugene::visa {

struct Version {
  std::uint8_t major = 4;
  std::uint8_t minor = 1;
  auto operator<=>(const Version&) const = default;
};

// An attribute without a value is a flag; `bytes` is the size of a number in the binary form.
struct Attribute {
  std::string name;
  std::variant<std::monostate, std::int32_t, std::string> value;
  std::uint8_t bytes = 4;
  bool operator==(const Attribute&) const = default;
};
using Attributes = std::vector<Attribute>;

struct GeneralVariable {
  std::string name;
  Type type = Type::ud;
  std::uint16_t elements = 1;
  Align align = Align::byte;
  std::uint32_t alias = 0;  // the variable that this one lies in; 0: none
  std::uint16_t alias_offset = 0;
  Attributes attributes;
  bool operator==(const GeneralVariable&) const = default;
};

inline constexpr std::size_t kMostKernels = 512;  // of a module, functions among them
inline constexpr std::size_t kMostLabels = 0xffff;

// An address, predicate, sampler or surface variable.
struct OtherVariable {
  std::string name;
  std::uint16_t elements = 1;
  std::string label;  // v_name= of samplers and surfaces
  Attributes attributes;
  bool operator==(const OtherVariable&) const = default;
};

enum class LabelKind : std::uint8_t { block, subroutine, composable, function };

struct Label {
  std::string name;
  LabelKind kind = LabelKind::block;
  bool operator==(const Label&) const = default;
};

enum class InputKind : std::uint8_t { general, sampler, surface };

struct Input {
  InputKind kind = InputKind::general;
  std::uint8_t implicit = 0;  // the number of an implicit input (spelling.h); 0: none
  std::uint32_t variable = 0;
  std::int16_t offset = 0;  // in the payload, in bytes
  std::uint16_t size = 0;
  bool operator==(const Input&) const = default;
};

// An instruction: a row of kForms (table.h) and one operand for each of its fields, then those of a list at its end.
struct Instruction {
  std::uint16_t form = 0;
  std::vector<Operand> operands;
  std::uint32_t line = 0;  // of the text, or 0; no part of the value
  bool operator==(const Instruction& other) const { return form == other.form && operands == other.operands; }
};

// Machine code that a fat binary has for a kernel.
struct NativeCode {
  std::uint8_t platform = 0;
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  bool operator==(const NativeCode&) const = default;
};

struct Variables {
  std::vector<GeneralVariable> generals;  // from id kFirstGeneral
  std::vector<OtherVariable> addresses;   // from 0
  std::vector<OtherVariable> predicates;  // from 1
  std::vector<OtherVariable> samplers;    // from 0
  std::vector<OtherVariable> surfaces;    // from kFirstSurface
  bool operator==(const Variables&) const = default;
};

struct Kernel {
  std::string name;
  bool is_function = false;
  Variables variables;
  std::vector<Label> labels;
  std::vector<Input> inputs;
  Attributes attributes;
  std::vector<Instruction> instructions;
  std::uint8_t argument_size = 0;  // of a function, in registers
  std::uint8_t return_size = 0;
  std::vector<NativeCode> native;
  bool operator==(const Kernel&) const = default;
};

struct Module {
  Version version;
  std::vector<Kernel> kernels;                  // functions after kernels
  std::vector<std::string> declared_functions;  // .funcdecl
  // Known addresses of symbols outside of the module: the results of FADDR.
  std::map<std::string, std::uint64_t, std::less<>> addresses;
  bool operator==(const Module&) const = default;
};

}  // namespace eugene::visa
