// The data types of operands: SNB PRM vol4 part2 section 4; Gen9 adds Q, UQ, HF and DF.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace eugene::isa {

enum class Type : std::uint8_t {
  ub,
  b,
  uw,
  w,
  ud,
  d,
  uq,
  q,  // integers: unsigned, signed
  hf,
  f,
  df,  // floats of 16, 32, 64 bits
  v,
  uv,
  vf,  // packed immediates: 8 signed, 8 unsigned nibbles; 4 restricted floats
};
inline constexpr std::size_t kTypeCount = 14;

struct TypeInfo {
  Type type;
  std::string_view name;  // lower case, as the native syntax spells it after the colon
  std::uint8_t bytes;     // size of one element; for packed immediates, size of an expanded element
  bool is_signed;
  bool is_float;
  bool is_vector;  // packed immediate
};

inline constexpr std::array<TypeInfo, kTypeCount> kTypes{{
    {Type::ub, "ub", 1, false, false, false},
    {Type::b, "b", 1, true, false, false},
    {Type::uw, "uw", 2, false, false, false},
    {Type::w, "w", 2, true, false, false},
    {Type::ud, "ud", 4, false, false, false},
    {Type::d, "d", 4, true, false, false},
    {Type::uq, "uq", 8, false, false, false},
    {Type::q, "q", 8, true, false, false},
    {Type::hf, "hf", 2, true, true, false},
    {Type::f, "f", 4, true, true, false},
    {Type::df, "df", 8, true, true, false},
    {Type::v, "v", 2, true, false, true},
    {Type::uv, "uv", 2, false, false, true},
    {Type::vf, "vf", 4, true, true, true},
}};

constexpr const TypeInfo& info(Type type) { return kTypes[static_cast<std::size_t>(type)]; }
constexpr unsigned byte_size(Type type) { return info(type).bytes; }
constexpr bool is_float(Type type) { return info(type).is_float; }
constexpr bool is_signed(Type type) { return info(type).is_signed; }

constexpr std::optional<Type> find_type(std::string_view lower_case_name) {
  for (const TypeInfo& row : kTypes) {
    if (row.name == lower_case_name) return row.type;
  }
  return std::nullopt;
}

static_assert([] {
  for (std::size_t i = 0; i < kTypeCount; ++i) {
    if (kTypes[i].type != static_cast<Type>(i)) return false;
  }
  return true;
}());

}  // namespace eugene::isa
