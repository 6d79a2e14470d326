// Properties from the pages of the manual: execution sizes, types of the operands, saturation, source modifiers, and
// the kinds of operands that can be combined.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string_view>

#include "visa/type.h"

namespace eugene::visa {

enum class Saturation : std::uint8_t { unsaid, always, floats };
enum class Modifiers : std::uint8_t { unsaid, none, arithmetic, logic };
// Of operands: integers and floats do not go together where an instruction computes, and neither converts nor chooses.
enum class Kinds : std::uint8_t { any, unmixed, integers };

struct Legal {
  std::string_view page;
  std::uint8_t lanes;   // bits by log2 of execution sizes; 0: the page lists none
  std::uint16_t types;  // bits by Type, on any platform; 0: the page lists none
  Saturation saturation;
  Modifiers modifiers;
  Kinds kinds = Kinds::any;
};

constexpr std::uint16_t set_of(std::initializer_list<Type> types) {
  unsigned bits = 0;
  for (const Type type : types) bits |= 1U << static_cast<unsigned>(type);
  return static_cast<std::uint16_t>(bits);
}

namespace legal {
using enum Type;
inline constexpr std::uint16_t kAny = set_of({b, bf, d, df, f, hf, q, ub, ud, uq, uw, w});
inline constexpr std::uint16_t kIntegers = set_of({b, d, ub, ud, uw, w});
inline constexpr std::uint16_t kArithmetic = set_of({b, d, df, f, hf, ub, ud, uw, w});
inline constexpr std::uint16_t kFloats = set_of({f, hf});
inline constexpr std::uint16_t kFloat = set_of({f});
inline constexpr std::uint16_t kMultiplied = set_of({b, bf, d, df, f, hf, ub, ud, uw, w});
inline constexpr std::uint16_t kDwords = set_of({d, ud});
inline constexpr std::uint16_t kInverted = set_of({df, f, hf});
inline constexpr std::uint16_t kConverted = set_of({b, f, hf, ub, ud});
inline constexpr std::uint16_t kRounded = set_of({b, bf, f, hf, ub, uw});  // UW: notes of the page
inline constexpr std::uint16_t kUnsigned = set_of({ud});
inline constexpr std::uint16_t kBits = set_of({b, bool_, d, q, ub, ud, uq, uw, w});
inline constexpr std::uint16_t kShifted = set_of({b, d, q, ub, ud, uq, uw, w});
inline constexpr std::uint16_t kUnsignedAny = set_of({ub, ud, uq, uw});
inline constexpr std::uint16_t kSignedAny = set_of({b, d, q, w});
inline constexpr std::uint16_t kMovable = set_of({b, bf, bool_, d, df, f, hf, q, ub, ud, uq, uw, w});
inline constexpr std::uint16_t kOrdered = set_of({b, d, df, f, hf, q, ub, ud, uq, uw, w});
inline constexpr std::uint16_t kIeee = set_of({df, f});
inline constexpr std::uint16_t kRotated = set_of({d, q, ud, uq, uw, w});
inline constexpr std::uint16_t kDpas = set_of({d, f, ud});
inline constexpr std::uint16_t kWords = set_of({d, ud, uw, w});
// The page lists UD alone; the compiler writes UW too (docs/errata.md).
inline constexpr std::uint16_t kFirstBit = set_of({ud, uw});
}  // namespace legal

// clang-format off
inline constexpr Legal kLegal[] = {
    {"ADD", 0x3f, legal::kAny, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"AVG", 0x3f, legal::kIntegers, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"DIV", 0x3f, legal::kArithmetic, Saturation::floats, Modifiers::arithmetic, Kinds::unmixed},
    {"DP2", 0x3f, legal::kFloat, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"DP3", 0x3f, legal::kFloat, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"DP4", 0x3f, legal::kFloat, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"DPH", 0x3f, legal::kFloat, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"EXP", 0x3f, legal::kFloats, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"FRC", 0x3f, legal::kFloat, Saturation::unsaid, Modifiers::arithmetic, Kinds::unmixed},
    {"LINE", 0x3f, legal::kFloat, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"LOG", 0x3f, legal::kFloats, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"MAD", 0x3f, legal::kMultiplied, Saturation::floats, Modifiers::arithmetic, Kinds::unmixed},
    {"MULH", 0x3f, legal::kDwords, Saturation::unsaid, Modifiers::arithmetic, Kinds::unmixed},
    {"LRP", 0x3f, legal::kFloat, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"MOD", 0x3f, legal::kIntegers, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"MUL", 0x3f, legal::kAny, Saturation::floats, Modifiers::arithmetic, Kinds::unmixed},
    {"POW", 0x3f, legal::kFloats, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"RNDD", 0x3f, legal::kFloat, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"RNDU", 0x3f, legal::kFloat, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"RNDE", 0x3f, legal::kFloat, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"RNDZ", 0x3f, legal::kFloat, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"SAD2", 0x3f, 0, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"SIN", 0x3f, legal::kFloats, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"COS", 0x3f, legal::kFloats, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"SQRT", 0x3f, legal::kFloats, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"RSQRT", 0x3f, legal::kFloats, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"INV", 0x3f, legal::kInverted, Saturation::always, Modifiers::arithmetic, Kinds::unmixed},
    {"DPASW", 0x18, 0, Saturation::unsaid, Modifiers::none},
    {"FCVT", 0x3f, legal::kConverted, Saturation::unsaid, Modifiers::none},
    {"SRND", 0x3f, legal::kRounded, Saturation::unsaid, Modifiers::none},
    {"LZD", 0x3f, legal::kUnsigned, Saturation::unsaid, Modifiers::none},
    {"AND", 0x3f, legal::kBits, Saturation::unsaid, Modifiers::logic, Kinds::integers},
    {"OR", 0x3f, legal::kBits, Saturation::unsaid, Modifiers::logic, Kinds::integers},
    {"XOR", 0x3f, legal::kBits, Saturation::unsaid, Modifiers::logic, Kinds::integers},
    {"NOT", 0x3f, legal::kBits, Saturation::unsaid, Modifiers::logic, Kinds::integers},
    {"SHL", 0x3f, legal::kShifted, Saturation::always, Modifiers::arithmetic, Kinds::integers},
    {"SHR", 0x3f, legal::kUnsignedAny, Saturation::always, Modifiers::arithmetic, Kinds::integers},
    {"ASR", 0x3f, legal::kSignedAny, Saturation::unsaid, Modifiers::arithmetic, Kinds::integers},
    {"CBIT", 0x3f, 0, Saturation::unsaid, Modifiers::none, Kinds::integers},
    {"ADDR_ADD", 0x3f, 0, Saturation::unsaid, Modifiers::arithmetic},
    {"MOV", 0x3f, legal::kMovable, Saturation::always, Modifiers::arithmetic},
    {"SEL", 0x3f, legal::kAny, Saturation::always, Modifiers::arithmetic},
    {"SETP", 0x3f, 0, Saturation::unsaid, Modifiers::unsaid},
    {"CMP", 0x3f, legal::kAny, Saturation::unsaid, Modifiers::arithmetic},
    {"MOVS", 0x3f, 0, Saturation::unsaid, Modifiers::unsaid},
    {"FBL", 0x3f, legal::kFirstBit, Saturation::unsaid, Modifiers::none, Kinds::integers},
    {"FBH", 0x3f, 0, Saturation::unsaid, Modifiers::none, Kinds::integers},
    {"JMP", 0x01, 0, Saturation::unsaid, Modifiers::none},
    {"CALL", 0x3f, 0, Saturation::unsaid, Modifiers::none},
    {"RET", 0x3f, 0, Saturation::unsaid, Modifiers::none},
    {"MIN_MAX", 0x3f, legal::kOrdered, Saturation::always, Modifiers::arithmetic},
    {"BFE", 0x3f, legal::kDwords, Saturation::unsaid, Modifiers::none},
    {"BFI", 0x3f, legal::kDwords, Saturation::unsaid, Modifiers::none},
    {"BFREV", 0x3f, legal::kUnsigned, Saturation::unsaid, Modifiers::none, Kinds::integers},
    {"ADDC", 0x3f, legal::kUnsigned, Saturation::unsaid, Modifiers::none},
    {"SUBB", 0x3f, legal::kUnsigned, Saturation::always, Modifiers::none},
    {"GATHER4_TYPED", 0x08, 0, Saturation::unsaid, Modifiers::unsaid},
    {"SCATTER4_TYPED", 0x08, 0, Saturation::unsaid, Modifiers::unsaid},
    {"SVM_GATHER", 0x1f, 0, Saturation::unsaid, Modifiers::unsaid},
    {"SVM_SCATTER", 0x1f, 0, Saturation::unsaid, Modifiers::unsaid},
    {"SVM_ATOMIC", 0x0f, 0, Saturation::unsaid, Modifiers::unsaid},
    {"SVM_GATHER4_SCALED", 0x18, 0, Saturation::unsaid, Modifiers::unsaid},
    {"SVM_SCATTER4_SCALED", 0x18, 0, Saturation::unsaid, Modifiers::unsaid},
    {"IFCALL", 0x3f, 0, Saturation::unsaid, Modifiers::unsaid},
    {"RAW_SEND", 0x3f, 0, Saturation::unsaid, Modifiers::unsaid},
    {"FCALL", 0x3f, 0, Saturation::unsaid, Modifiers::unsaid},
    {"FRET", 0x3f, 0, Saturation::unsaid, Modifiers::unsaid},
    {"SWITCHJMP", 0x01, 0, Saturation::unsaid, Modifiers::unsaid},
    {"SAD2ADD", 0x3f, 0, Saturation::always, Modifiers::unsaid, Kinds::unmixed},
    {"PLN", 0x18, legal::kFloat, Saturation::always, Modifiers::unsaid, Kinds::unmixed},
    {"GOTO", 0x3f, 0, Saturation::unsaid, Modifiers::none},
    {"3D_SAMPLE", 0x38, 0, Saturation::unsaid, Modifiers::unsaid},
    {"3D_LOAD", 0x38, 0, Saturation::unsaid, Modifiers::unsaid},
    {"3D_SAMPLE4", 0x38, 0, Saturation::unsaid, Modifiers::unsaid},
    {"INFO", 0x38, 0, Saturation::unsaid, Modifiers::unsaid},
    {"RT_WRITE", 0x18, 0, Saturation::unsaid, Modifiers::unsaid},
    {"RT_READ", 0x30, 0, Saturation::unsaid, Modifiers::unsaid},
    {"URB_WRITE", 0x08, 0, Saturation::unsaid, Modifiers::unsaid},
    {"TYPED_ATOMIC", 0x08, 0, Saturation::unsaid, Modifiers::unsaid},
    {"GATHER4_SCALED", 0x18, 0, Saturation::unsaid, Modifiers::unsaid},
    {"SCATTER4_SCALED", 0x18, 0, Saturation::unsaid, Modifiers::unsaid},
    {"GATHER_SCALED", 0x3f, 0, Saturation::unsaid, Modifiers::unsaid},
    {"SCATTER_SCALED", 0x3f, 0, Saturation::unsaid, Modifiers::unsaid},
    {"RAW_SENDS", 0x3f, 0, Saturation::unsaid, Modifiers::unsaid},
    {"DWORD_ATOMIC", 0x1f, 0, Saturation::unsaid, Modifiers::unsaid},
    {"SQRTM", 0x3f, legal::kIeee, Saturation::always, Modifiers::unsaid, Kinds::unmixed},
    {"DIVM", 0x3f, legal::kIeee, Saturation::always, Modifiers::unsaid, Kinds::unmixed},
    {"ROL", 0x3f, legal::kRotated, Saturation::unsaid, Modifiers::none},
    {"ROR", 0x3f, legal::kRotated, Saturation::unsaid, Modifiers::none},
    {"DP4A", 0x3f, legal::kDwords, Saturation::always, Modifiers::none},
    {"DPAS", 0x18, legal::kDpas, Saturation::unsaid, Modifiers::none},
    {"ADD3", 0x3f, legal::kWords, Saturation::always, Modifiers::arithmetic},
    {"BFN", 0x3f, legal::kWords, Saturation::unsaid, Modifiers::none},
    {"QW_GATHER", 0x1f, 0, Saturation::unsaid, Modifiers::unsaid},
    {"QW_SCATTER", 0x1f, 0, Saturation::unsaid, Modifiers::unsaid},
    {"LSC_UNTYPED", 0x3f, 0, Saturation::unsaid, Modifiers::unsaid},
    {"MADW", 0x1f, legal::kDwords, Saturation::unsaid, Modifiers::arithmetic},
    {"ADD3O", 0x3f, legal::kWords, Saturation::unsaid, Modifiers::arithmetic},
    {"INVM", 0x3f, legal::kIeee, Saturation::unsaid, Modifiers::arithmetic},
    {"RSQTM", 0x3f, legal::kIeee, Saturation::unsaid, Modifiers::arithmetic},
};
// clang-format on

// Of a page; null: it lists nothing.
inline const Legal* find_legal(std::string_view page) {
  const auto* at = std::ranges::find(kLegal, page, &Legal::page);
  return at == std::end(kLegal) ? nullptr : at;
}

}  // namespace eugene::visa
