// The types that OpenCL C has by name (OpenCL C 3.0, 6.3.1 and 6.3.2), as compilers name them for a kernel's argument.
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
  std::size_t elements = 1;  // that it takes room for: four for a vector of three

  constexpr std::size_t bytes() const { return scalar_bytes * elements; }
};

// "float", "uint4". Nothing for other types: pointers, structures, names of the program's own.
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
