#include "isa/limits.h"

#include <algorithm>

#include <fmt/format.h>

namespace eugene::isa {

std::string worded(std::string_view text, std::string_view mnemonic) {
  std::string result{text};
  constexpr std::string_view kMark = "{op}";
  for (auto at = result.find(kMark); at != std::string::npos; at = result.find(kMark, at + mnemonic.size())) {
    result.replace(at, kMark.size(), mnemonic);
  }
  return result;
}

std::string format_reference(const Gen& gen, const Citations& citation, std::string_view mnemonic) {
  const Citation& own = citation[gen.id];
  const Citation& cited = own.present() ? own : *std::ranges::find_if(citation, &Citation::present);
  return fmt::format("{} {}", cited.document, worded(cited.section, mnemonic));
}

Diagnostic diagnose(const Gen& gen, const Limit& limit, std::string_view mnemonic, std::string_view detail) {
  return {.where = {},
          .message = worded(limit.text, mnemonic) + std::string(detail),
          .rule = std::string(limit.id),
          .reference = format_reference(gen, limit.citation, mnemonic),
          .hint = worded(limit.hint, mnemonic)};
}

}  // namespace eugene::isa
