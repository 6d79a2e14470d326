// Fidelity: how surely Eugene's results are a GPU's. Every opcode, math function, message and register that a program
// can read has a class. The tables in instruction_fidelity.cpp and message/fidelity.cpp give the class and cite a
// document, or a row of docs/record/undefined.md by its text.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "isa/citation.h"
#include "isa/gen.h"

namespace eugene::isa {

enum class Fidelity : std::uint8_t {
  exact,       // the documents give every bit, or an outside tool agrees in every bit
  bounded,     // the documents give a bound of the error
  chosen,      // the documents leave the result open: a row of docs/record/undefined.md
  substitute,  // accepted, but ignored or replaced by something else; no result shows the difference
};
inline constexpr std::array<std::string_view, 4> kFidelityNames{"exact", "bounded", "chosen", "substitute"};
constexpr std::string_view find_name(Fidelity fidelity) { return kFidelityNames[static_cast<std::size_t>(fidelity)]; }

// A class and the place that supports it. For exact rows the citation is empty: the row of the opcode or message has
// it.
struct FidelityRow {
  Fidelity fidelity = Fidelity::exact;
  Citation citation;

  // Whether a GPU may give other results.
  constexpr bool is_inexact() const { return fidelity == Fidelity::bounded || fidelity == Fidelity::chosen; }
};

inline constexpr std::string_view kUndefinedPage = "docs/record/undefined.md";
inline constexpr FidelityRow kExact{};
constexpr FidelityRow bounded(Citation citation) { return {Fidelity::bounded, citation}; }
constexpr FidelityRow chosen(std::string_view row) { return {Fidelity::chosen, {kUndefinedPage, row}}; }
constexpr FidelityRow substitute(std::string_view row) { return {Fidelity::substitute, {kUndefinedPage, row}}; }

}  // namespace eugene::isa
