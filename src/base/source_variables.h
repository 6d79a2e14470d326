// The variables and functions of a kernel's source, as far as its compiler has told of them: types, where in the code
// they exist, and where values are there (DWARF expressions).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/source_lines.h"

namespace eugene {

struct SourceType {
  enum class Kind : std::uint8_t { unknown, number, pointer, structure, array, vector };
  enum class Encoding : std::uint8_t { integer, natural, floating, boolean };
  static constexpr std::uint32_t kNone = ~0U;
  struct Member {
    std::string name;
    std::uint32_t type = kNone;
    std::uint64_t offset = 0;
  };

  Kind kind = Kind::unknown;
  Encoding encoding = Encoding::integer;  // of a number
  std::string name;
  std::uint64_t bytes = 0;
  std::uint32_t element = kNone;  // of what it is made, or points to
  std::uint64_t count = 0;        // of elements
  std::vector<Member> members;
};

struct CodeRange {
  std::uint64_t begin = 0, end = 0;  // byte offsets in the kernel's code
  bool contains(std::uint64_t offset) const { return begin <= offset && offset < end; }
};

// A function with code of its own, or one place at which a function has become part of another's code.
struct SourceFunction {
  static constexpr std::uint32_t kNone = ~0U;

  std::string name;
  std::vector<CodeRange> scope;
  std::optional<SourceLine> called_at;  // of one that has become part of another
};

struct SourceVariable {
  struct Location {
    CodeRange range;
    std::vector<std::uint8_t> expression;
  };

  std::string name;
  std::uint32_t type = SourceType::kNone;
  bool is_parameter = false;
  std::optional<SourceLine> declared;
  std::uint32_t function = SourceFunction::kNone;  // in which it is
  std::vector<CodeRange> scope;
  std::vector<Location> locations;  // at other places it is optimised out
};

// An argument of the kernel, in the data that all its threads get.
struct SourceArgument {
  std::string name;
  std::optional<std::uint32_t> offset;  // of its value; nothing: the kernel gets none
  std::uint32_t bytes = 0;
  bool is_local = false;
};

struct SourceVariables {
  std::vector<SourceType> types;
  std::vector<SourceFunction> functions;  // what is in a function after it
  std::vector<SourceVariable> variables;  // of inner blocks after those of outer ones
  std::vector<SourceArgument> arguments;  // with names, where the compiler has kept them
};

}  // namespace eugene
