// OpenCL C's named types (OpenCL C 3.0, 6.3.1 and 6.3.2), with the names that compilers use for a kernel's arguments.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace eugene {

struct OpenclType {
  enum class Kind : char { integer = 'i', natural = 'u', real = 'f' };
  Kind kind{};
  std::size_t scalar_bytes = 0;
  std::size_t elements = 1;  // including padding: four for a vector of three

  constexpr std::size_t bytes() const { return scalar_bytes * elements; }
};

// Returns the type of a name such as "float" or "uint4"; nothing for pointers, structures and the program's own types.
constexpr std::optional<OpenclType> opencl_type(std::string_view name) {
  using enum OpenclType::Kind;
  struct Scalar {
    std::string_view name;
    OpenclType::Kind kind;
    std::size_t bytes;
  };
  struct Suffix {
    std::string_view text;
    std::size_t elements;
  };
  constexpr std::array kScalars{Scalar{"char", integer, 1},   Scalar{"uchar", natural, 1}, Scalar{"short", integer, 2},
                                Scalar{"ushort", natural, 2}, Scalar{"int", integer, 4},   Scalar{"uint", natural, 4},
                                Scalar{"long", integer, 8},   Scalar{"ulong", natural, 8}, Scalar{"half", real, 2},
                                Scalar{"float", real, 4},     Scalar{"double", real, 8}};
  constexpr std::array kSuffixes{Suffix{"", 1},  Suffix{"2", 2}, Suffix{"3", 4},
                                 Suffix{"4", 4}, Suffix{"8", 8}, Suffix{"16", 16}};
  for (const Scalar& scalar : kScalars) {
    if (!name.starts_with(scalar.name)) continue;
    const auto* suffix = std::ranges::find(kSuffixes, name.substr(scalar.name.size()), &Suffix::text);
    if (suffix != kSuffixes.end()) return OpenclType{scalar.kind, scalar.bytes, suffix->elements};
  }
  return std::nullopt;
}
static_assert(opencl_type("float3")->bytes() == 16 && opencl_type("uchar16")->bytes() == 16 && !opencl_type("int5"));
static_assert(opencl_type("ulong")->kind == OpenclType::Kind::natural && !opencl_type("float*"));

}  // namespace eugene
