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

// An attribute without a value is a flag. `bytes` is the size of a number in the binary form.
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
  std::uint32_t alias = 0;  // the variable that contains this one; 0: none
  std::uint16_t alias_offset = 0;
  Attributes attributes;
  bool operator==(const GeneralVariable&) const = default;
};

inline constexpr std::size_t kMaxKernels = 512;  // in a module, including functions
inline constexpr std::size_t kMaxLabels = 0xffff;

// An address, predicate, sampler or surface variable.
struct OtherVariable {
  std::string name;
  std::uint16_t elements = 1;
  std::string label;  // v_name= in samplers and surfaces
  Attributes attributes;
  bool operator==(const OtherVariable&) const = default;
};

enum class LabelKind : std::uint8_t { block, subroutine, composable, function };

struct Label {
  std::string name;
  LabelKind kind = LabelKind::block;
  bool operator==(const Label&) const = default;
};

struct Input {  // a general variable, a sampler or a surface
  VariableKind kind = VariableKind::general;
  std::uint8_t implicit = 0;  // number of an implicit input (spelling.h); 0: none
  std::uint32_t variable = 0;
  std::int16_t offset = 0;  // in the payload, in bytes
  std::uint16_t size = 0;
  bool operator==(const Input&) const = default;
};

// An instruction: an index in kForms (form_table.h), one operand for each field of the form, then the operands of a
// list.
struct Instruction {
  std::uint16_t form = 0;
  std::vector<Operand> operands;
  std::uint32_t line = 0;  // line of the text, or 0; not compared
  bool operator==(const Instruction& other) const { return form == other.form && operands == other.operands; }
};

// Machine code for a kernel in a fat binary.
struct NativeCode {
  std::uint8_t platform = 0;
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  bool operator==(const NativeCode&) const = default;
};

struct Variables {
  std::vector<GeneralVariable> generals;  // IDs from kFirstGeneral on
  std::vector<OtherVariable> addresses;   // IDs from 0 on
  std::vector<OtherVariable> predicates;  // IDs from 1 on
  std::vector<OtherVariable> samplers;    // IDs from 0 on
  std::vector<OtherVariable> surfaces;    // IDs from kFirstSurface on
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
  std::vector<Kernel> kernels;                  // kernels first, then functions
  std::vector<std::string> declared_functions;  // .funcdecl
  // Known addresses of symbols outside the module: results of FADDR.
  std::map<std::string, std::uint64_t, std::less<>> addresses;
  bool operator==(const Module&) const = default;
};

}  // namespace eugene::visa
