// Limits: properties of an instruction that its machine word has no room for. Each limit is one row with identifier,
// citation, text and hint; the folder limits/ has a table for each section of the document.
//
// A limit can be broken in several places: in assembly text, where the assembler can mark the operand; in an
// instruction that the encoder gets; in bytes that the decoder reads; and in an instruction that the rules check. All
// of them report the row of this table, so that a user meets one identifier and one text, and `eugene check --rules`
// lists it once. If the instruction shows whether it breaks a limit, the row has the condition, which all of them call.
// Other limits are about text or encodings, such as a number that no field can hold. Instructions that can be encoded
// but are forbidden are the subject of src/rules.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "isa/limits/branch_send.h"
#include "isa/limits/operands.h"
#include "isa/limits/operation.h"
#include "isa/limits/three_source.h"

namespace eugene::isa {

// Joins the tables into one array.
template <std::size_t... N>
consteval auto joined(const std::array<Limit, N>&... tables) {
  std::array<Limit, (N + ...)> result;
  auto at = result.begin();
  ((at = std::ranges::copy(tables, at).out), ...);
  return result;
}

inline constexpr auto kLimits = joined(kOperationLimits, kOperandLimits, kThreeSourceLimits, kBranchSendLimits);

// Returns the row `id`. An unknown identifier does not compile.
consteval const Limit& limit(std::string_view id) {
  for (const Limit& row : kLimits) {
    if (row.id == id) return row;
  }
  throw "no such limit";
}

// Returns `text` with `mnemonic` in place of {op}.
std::string worded(std::string_view text, std::string_view mnemonic);

// Returns the citation of `gen` as text, or another generation's if `gen` has none.
std::string format_reference(const Gen& gen, const Citations& citation, std::string_view mnemonic);

// Makes the error about an instruction `mnemonic` that breaks `limit`. `detail` is appended to the limit's text.
Diagnostic diagnose(const Gen& gen, const Limit& limit, std::string_view mnemonic, std::string_view detail = {});

}  // namespace eugene::isa
