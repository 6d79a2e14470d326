// Properties from the pages of the manual: execution sizes, types of operands, saturation, source modifiers, and kinds
// of operands that can be combined. The values are columns of pages.def.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>

#include "visa/manual.h"
#include "visa/type.h"

namespace eugene::visa {

// unsaid: the page has properties, but saturation is not one of them. unchecked: the page has no properties.
enum class Saturation : std::uint8_t { unchecked, unsaid, always, floats };
enum class Modifiers : std::uint8_t { unsaid, none, arithmetic, logic };
// Kinds of operands: in an instruction that computes (unlike conversion and selection), integers and floats cannot be
// mixed.
enum class Kinds : std::uint8_t { any, unmixed, integers };

// The sizes, types, modifiers and saturation that a page allows.
struct Legal {
  std::uint8_t sizes;   // bits, by log2 of the execution size; 0: the page lists none
  std::uint16_t types;  // bits by Type, on any platform; 0: the page lists none
  Saturation saturation;
  Modifiers modifiers;
  Kinds kinds;
};

constexpr std::uint16_t make_set(std::initializer_list<Type> types) {
  unsigned bits = 0;
  for (const Type type : types) bits |= 1U << static_cast<unsigned>(type);
  return static_cast<std::uint16_t>(bits);
}

// Execution sizes: bits, by their log2.
inline constexpr std::uint8_t kNoSizes = 0, kAllSizes = 0x3f;

namespace legal {
using enum Type;
inline constexpr std::uint16_t kNoTypes = 0;
inline constexpr std::uint16_t kAny = make_set({b, bf, d, df, f, hf, q, ub, ud, uq, uw, w});
inline constexpr std::uint16_t kIntegers = make_set({b, d, ub, ud, uw, w});
inline constexpr std::uint16_t kArithmetic = make_set({b, d, df, f, hf, ub, ud, uw, w});
inline constexpr std::uint16_t kFloats = make_set({f, hf});
inline constexpr std::uint16_t kFloat = make_set({f});
inline constexpr std::uint16_t kMultiplied = make_set({b, bf, d, df, f, hf, ub, ud, uw, w});
inline constexpr std::uint16_t kDwords = make_set({d, ud});
inline constexpr std::uint16_t kInverted = make_set({df, f, hf});
inline constexpr std::uint16_t kConverted = make_set({b, f, hf, ub, ud});
inline constexpr std::uint16_t kRounded = make_set({b, bf, f, hf, ub, uw});  // UW: notes of the page
inline constexpr std::uint16_t kUnsigned = make_set({ud});
inline constexpr std::uint16_t kBits = make_set({b, bool_, d, q, ub, ud, uq, uw, w});
inline constexpr std::uint16_t kShifted = make_set({b, d, q, ub, ud, uq, uw, w});
inline constexpr std::uint16_t kUnsignedAny = make_set({ub, ud, uq, uw});
inline constexpr std::uint16_t kSignedAny = make_set({b, d, q, w});
inline constexpr std::uint16_t kMovable = make_set({b, bf, bool_, d, df, f, hf, q, ub, ud, uq, uw, w});
inline constexpr std::uint16_t kOrdered = make_set({b, d, df, f, hf, q, ub, ud, uq, uw, w});
inline constexpr std::uint16_t kIeee = make_set({df, f});
inline constexpr std::uint16_t kRotated = make_set({d, q, ud, uq, uw, w});
inline constexpr std::uint16_t kDpas = make_set({d, f, ud});
inline constexpr std::uint16_t kWords = make_set({d, ud, uw, w});
// The page lists only UD; the compiler also writes UW (docs/record/errata.md).
inline constexpr std::uint16_t kFirstBit = make_set({ud, uw});
}  // namespace legal

inline constexpr auto kLegal = std::to_array<Legal>({
#define EUGENE_PAGE(identifier, name, title, opcode, group, platforms, sizes, types, saturation, modifiers, kinds, \
                    traits)                                                                                        \
  {sizes, legal::types, Saturation::saturation, Modifiers::modifiers, Kinds::kinds},
#include "visa/pages.def"
#undef EUGENE_PAGE
});

constexpr const Legal& find_legal(Page page) { return kLegal[static_cast<std::size_t>(page)]; }

}  // namespace eugene::visa
