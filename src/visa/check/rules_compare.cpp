// Rules on comparisons: valid combinations of source and destination types. vISA manual CMP, Operand type maps.
#include <algorithm>

#include "visa/check/legal.h"
#include "visa/check/rule.h"

namespace eugene::visa {
namespace {

using enum Type;

// Returns the type of the elements after a packed vector is expanded.
Type unpacked(Type type) {
  switch (type) {
    case v: return w;
    case uv: return uw;
    case vf: return f;
    default: return type;
  }
}

// Returns the types of the two sources, without those of operands that have no type.
std::vector<Type> compared(const Subject& s) {
  std::vector<Type> types;
  for (unsigned n = 0; s.form.page == Page::cmp && n < 2; ++n) {
    if (const auto type = type_at(s, Field::source, n)) types.push_back(unpacked(*type));
  }
  return types;
}

bool is_float(Type type) { return table_row(type).is_float; }

constexpr std::uint16_t kTogether[] = {make_set({f, hf}), make_set({f, bf}), make_set({df})};

bool compared_types(const Subject& s) {
  const auto types = compared(s);
  if (std::ranges::none_of(types, is_float)) return true;
  return std::ranges::any_of(kTogether, [&](std::uint16_t set) {
    return std::ranges::all_of(types, [&](Type type) { return (set >> static_cast<unsigned>(type) & 1) != 0; });
  });
}

// A comparison of floats gives a source's type. A comparison of integers gives all ones in an integer or in a float.
bool compared_result(const Subject& s) {
  const auto types = compared(s);
  const auto to = type_at(s, Field::destination, 0);
  if (types.empty() || !to || !compared_types(s)) return true;
  if (is_float(types.front())) return std::ranges::find(types, *to) != types.end();
  return !is_float(*to) || *to == f || *to == hf;
}

constexpr Rule kRules[] = {
    {"visa.cmp.sources", "both sources must be integers, or a valid pair of floats: F with HF or BF, DF with DF",
     "convert one with mov first", "CMP, Operand type maps", compared_types,
     "cmp.lt (M1, 8) P1 V34(0,0)<1;1,0> V38(0,0)<1;1,0>", "cmp.lt (M1, 8) P1 V34(0,0)<1;1,0> V32(0,0)<1;1,0>"},
    {"visa.cmp.result",
     "a destination that is not a predicate must have the type of the compared floats, and must not be DF for integers",
     "compare into a predicate", "CMP, Operand type maps and Notes", compared_result,
     "cmp.lt (M1, 8) V34(0,0)<1> V34(0,0)<1;1,0> V34(0,0)<1;1,0>",
     "cmp.lt (M1, 8) V32(0,0)<1> V34(0,0)<1;1,0> V34(0,0)<1;1,0>"},
};

}  // namespace

std::span<const Rule> compare_rules() { return kRules; }

}  // namespace eugene::visa
