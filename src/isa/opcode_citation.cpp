#include "isa/opcode_citation.h"

#include <fmt/format.h>

namespace eugene::isa {

Citation find_citation(const OpcodeInfo& row) {
  for (const std::string_view document : {"vISA manual", "IGA"}) {
    if (row.section.starts_with(document)) return {document, row.section.substr(document.size() + 1)};
  }
  return row.section.starts_with("8.3") ? snb(row.section) : bdw(row.section);
}

std::string citation_text(const OpcodeInfo& row) {
  const Citation found = find_citation(row);
  const bool is_bdw = found.document == bdw({}).document;
  return fmt::format("{}{} {}", found.document, is_bdw ? " vol7, instruction reference:" : "", found.section);
}

}  // namespace eugene::isa
