// Limits: properties of an instruction for which its machine word has no room. Each limit is one row with identifier,
// citation, text and hint; the folder limits/ has a table for each section of the document.
//
// A limit is met in several places: by the assembler, which can mark the operand; by the encoder, for instructions from
// elsewhere; by the decoder, in bytes that mean nothing; and by the rules, in an instruction that is only checked. All
// of them report the row of this table, so that a user meets one identifier and one text, and `eugene check --rules`
// lists it once. Where a limit can be seen in the instruction, its row has the condition, which all of them call.
// Others are about what was written or encoded, such as a number that no field holds. Instructions that can be encoded
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

// The tables one after the other.
template <std::size_t... N>
consteval auto joined(const std::array<Limit, N>&... tables) {
  std::array<Limit, (N + ...)> result;
  auto at = result.begin();
  ((at = std::ranges::copy(tables, at).out), ...);
  return result;
}

inline constexpr auto kLimits = joined(kOperationLimits, kOperandLimits, kThreeSourceLimits, kBranchSendLimits);

// The row `id`; one that is not in the table does not compile.
consteval const Limit& limit(std::string_view id) {
  for (const Limit& row : kLimits) {
    if (row.id == id) return row;
  }
  throw "no such limit";
}

// `text` with `mnemonic` for {op}.
std::string worded(std::string_view text, std::string_view mnemonic);

// Where the documents of `gen` state the limit, or else those of another generation.
std::string reference_of(const Gen& gen, const Citations& citation, std::string_view mnemonic);

// The error of an instruction `mnemonic` that meets `limit`; `detail` follows the text.
Diagnostic diagnose(const Gen& gen, const Limit& limit, std::string_view mnemonic, std::string_view detail = {});

}  // namespace eugene::isa
