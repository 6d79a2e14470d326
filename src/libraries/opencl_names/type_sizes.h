// Sizes of the types that OpenCL C has by name.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace eugene::i915 {

// Bytes of a type as the compiler names it for a kernel's argument ("uint4"). Nothing for other types: structures and
// names of the program's own.
constexpr std::optional<std::size_t> bytes_of_type(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::size_t>, 11> kScalars{{{"char", 1},
                                                                               {"uchar", 1},
                                                                               {"short", 2},
                                                                               {"ushort", 2},
                                                                               {"int", 4},
                                                                               {"uint", 4},
                                                                               {"long", 8},
                                                                               {"ulong", 8},
                                                                               {"half", 2},
                                                                               {"float", 4},
                                                                               {"double", 8}}};
  constexpr std::array<std::pair<std::string_view, std::size_t>, 6> kLanes{
      {{"", 1}, {"2", 2}, {"3", 4}, {"4", 4}, {"8", 8}, {"16", 16}}};
  for (const auto& [scalar, bytes] : kScalars) {
    if (!name.starts_with(scalar)) continue;
    for (const auto& [suffix, lanes] : kLanes) {
      if (name.substr(scalar.size()) == suffix) return bytes * lanes;
    }
  }
  return std::nullopt;
}
static_assert(bytes_of_type("float3") == 16 && bytes_of_type("uchar16") == 16 && !bytes_of_type("int5"));

}  // namespace eugene::i915
