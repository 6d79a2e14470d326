// The variables and functions of a kernel's source, as recorded by its compiler: types, scopes in the code, and
// locations of values (DWARF expressions).
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
  Encoding encoding = Encoding::integer;  // encoding of a number type
  std::string name;
  std::uint64_t bytes = 0;
  std::uint32_t element = kNone;  // type of the elements or of the target
  std::uint64_t count = 0;        // number of elements
  std::vector<Member> members;
};

struct CodeRange {
  std::uint64_t begin = 0, end = 0;  // byte offsets in the kernel's code
  bool contains(std::uint64_t offset) const { return begin <= offset && offset < end; }
};

// A function with separate code, or one place where a function is inlined.
struct SourceFunction {
  static constexpr std::uint32_t kNone = ~0U;

  std::string name;
  std::vector<CodeRange> scope;
  std::optional<SourceLine> called_at;  // for an inlined function
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
  std::uint32_t function = SourceFunction::kNone;  // function that contains it
  std::vector<CodeRange> scope;
  std::vector<Location> locations;  // elsewhere it is optimised out
};

// An argument of the kernel, in the data that all its threads get.
struct SourceArgument {
  std::string name;
  std::optional<std::uint32_t> offset;  // offset of its value; nothing: not passed to the kernel
  std::uint32_t bytes = 0;
  bool is_local = false;
  std::uint32_t local_base = 0;  // bytes of local memory before all local arguments, which the kernel declares itself
};

// A work-item function, such as get_local_size, whose result is passed to the kernel in its data.
struct SourceQuery {
  std::string function;
  std::uint32_t dimension = 0;
  std::uint32_t offset = 0;  // offset of the result, which has four bytes
};

struct SourceVariables {
  std::vector<SourceType> types;
  std::vector<SourceFunction> functions;  // a function comes before the functions inside it
  std::vector<SourceVariable> variables;  // variables of outer blocks come before variables of inner blocks
  std::vector<SourceArgument> arguments;  // with names, if the compiler kept them
  std::vector<SourceQuery> queries;
};

}  // namespace eugene
