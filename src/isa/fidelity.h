// How surely what Eugene computes is what a GPU computes: the class of each opcode, math function, message and register
// that a program reads. The class stands in the table of its kind (instruction_fidelity.cpp, message/fidelity.cpp), and
// cites the document, or the row of docs/undefined.md by its words.
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
  chosen,      // the documents leave the result open: a row of docs/undefined.md
  substitute,  // accepted, but nothing or something else is done, which no result shows
};
inline constexpr std::array<std::string_view, 4> kFidelityNames{"exact", "bounded", "chosen", "substitute"};
constexpr std::string_view name_of(Fidelity fidelity) { return kFidelityNames[static_cast<std::size_t>(fidelity)]; }

// A class with what it relies on. Of exact ones the citation is that of the table's row, and empty here.
struct FidelityRow {
  Fidelity fidelity = Fidelity::exact;
  Citation citation;

  // Whether a GPU may give other results.
  constexpr bool is_inexact() const { return fidelity == Fidelity::bounded || fidelity == Fidelity::chosen; }
};

inline constexpr std::string_view kUndefinedPage = "docs/undefined.md";
inline constexpr FidelityRow kExact{};
constexpr FidelityRow bounded(Citation citation) { return {Fidelity::bounded, citation}; }
constexpr FidelityRow chosen(std::string_view row) { return {Fidelity::chosen, {kUndefinedPage, row}}; }
constexpr FidelityRow substitute(std::string_view row) { return {Fidelity::substitute, {kUndefinedPage, row}}; }

}  // namespace eugene::isa
