// Data types, alignments, source modifiers and relations of vISA, in the order of their numbers in the binary form.
// vISA manual 2_datatypes, 4_visa_header (var_info) and 5_operands.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace eugene::visa {

enum class Type : std::uint8_t { ud, d, uw, w, ub, b, df, f, v, vf, bool_, uq, uv, q, hf, bf };

struct TypeRow {
  std::string_view name;
  std::uint8_t bytes;
  bool is_float;
  bool is_signed;
};

inline constexpr std::array<TypeRow, 16> kTypes = {{
    {"ud", 4, false, false},
    {"d", 4, false, true},
    {"uw", 2, false, false},
    {"w", 2, false, true},
    {"ub", 1, false, false},
    {"b", 1, false, true},
    {"df", 8, true, true},
    {"f", 4, true, true},
    {"v", 4, false, true},
    {"vf", 4, true, true},
    {"bool", 1, false, false},
    {"uq", 8, false, false},
    {"uv", 4, false, false},
    {"q", 8, false, true},
    {"hf", 2, true, true},
    {"bf", 2, true, true},
}};

constexpr const TypeRow& table_row(Type type) { return kTypes[static_cast<std::size_t>(type) & 15]; }
constexpr unsigned byte_size(Type type) { return table_row(type).bytes; }
constexpr bool is_packed_vector(Type type) { return type == Type::v || type == Type::vf || type == Type::uv; }

// Stored in bits 7:4 of a variable's properties.
enum class Align : std::uint8_t { byte, word, dword, qword, oword, grf, grf2, hword, word32, word64 };

// Alignments by their printed name. Sizes of 0 and -1 bytes stand for one and two registers.
struct AlignRow {
  std::string_view name;
  int bytes;
};

inline constexpr std::array<AlignRow, 10> kAligns = {{{"byte", 1},
                                                      {"word", 2},
                                                      {"dword", 4},
                                                      {"qword", 8},
                                                      {"oword", 16},
                                                      {"GRF", 0},
                                                      {"GRFx2", -1},
                                                      {"hword", 32},
                                                      {"wordx32", 64},
                                                      {"wordx64", 128}}};

constexpr unsigned byte_size(Align align, unsigned grf_bytes) {
  const int bytes = kAligns[static_cast<std::size_t>(align)].bytes;
  return bytes > 0 ? static_cast<unsigned>(bytes) : grf_bytes * (bytes == 0 ? 1U : 2U);
}

enum class Modifier : std::uint8_t { none, abs, negate, negate_abs, saturate, not_ };

inline constexpr std::array<std::string_view, 6> kModifiers = {"", "(abs)", "(-)", "(-abs)", "", "(~)"};

inline constexpr std::array<std::string_view, 6> kRelations = {"eq", "ne", "gt", "ge", "lt", "le"};

// Returns the index of `name` in a table of names.
template <std::size_t N>
constexpr std::optional<std::size_t> find_index(const std::array<std::string_view, N>& names, std::string_view name) {
  for (std::size_t n = 0; n < N; ++n) {
    if (names[n] == name && !name.empty()) return n;
  }
  return std::nullopt;
}

}  // namespace eugene::visa
