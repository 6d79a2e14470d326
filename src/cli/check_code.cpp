#include "check_code.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "asm/printer.h"
#include "rules/validate.h"

namespace eugene::cli {
namespace {

// A case of a file for `eugene exec` may end by running past its last instruction.
constexpr std::string_view kEndOfThread = "program.end_of_thread";

// Returns the violations in `unit`. Their places are byte offsets in its program.
Diagnostics validate(CheckUnit& unit, bool whole, bool preemptible) {
  const rules::Surroundings surroundings{.preemptible = preemptible, .machine = unit.machine};
  Diagnostics found;
  if (whole) {
    rules::validate(unit.program, found, surroundings);
  } else {
    for (std::size_t n = 0; n < unit.program.instructions.size(); ++n) {
      const std::size_t before = found.size();
      rules::validate(*unit.program.gen, unit.program.instructions[n], found, surroundings);
      for (std::size_t k = before; k < found.size(); ++k) found[k].where.offset = unit.program.offsets[n];
    }
  }
  std::ranges::stable_sort(found, {}, [](const Diagnostic& diagnostic) { return diagnostic.where.offset; });
  return found;
}

// Adds a violation with its place in the input.
void add(const CheckUnit& unit, const assembly::Dialect& dialect, Diagnostic diagnostic, CheckReport& report) {
  const auto at = std::ranges::lower_bound(unit.program.offsets, diagnostic.where.offset);
  const auto index = static_cast<std::size_t>(at - unit.program.offsets.begin());
  // An instruction that cannot be decoded has been reported already; `illegal` only stands in for it.
  if (std::ranges::binary_search(unit.undecodable, index) && diagnostic.rule == "encoding.illegal") return;
  PlacedDiagnostic finding{.diagnostic = std::move(diagnostic),
                           .kernel = unit.name,
                           .case_name = unit.case_name,
                           .instruction = {},
                           .source = {}};
  Location& where = finding.diagnostic.where;
  where.file = report.file;
  where.offset += unit.base;
  if (index < unit.program.instructions.size()) {
    finding.instruction = assembly::print(*unit.program.gen, dialect, unit.program.instructions[index]);
    finding.source = unit.source.at(unit.program.offsets[index]);
    if (index < unit.lines.size()) {
      where.line = unit.lines[index];
      where.column = 1;
      where.length = 1;
      where.offset = -1;
    }
  }
  report.findings.push_back(std::move(finding));
}

// Makes `where` cover its whole line, without blanks and comment. `cursor` is where line `line` of `text` begins.
// Findings come in order of lines, so each search continues from the previous one.
void mark(std::string_view text, std::size_t& cursor, std::uint32_t& line, Location& where) {
  for (; line < where.line && cursor < text.size(); ++line)
    cursor = std::min(text.find('\n', cursor), text.size() - 1) + 1;
  const std::string_view content = text.substr(cursor, text.find('\n', cursor) - cursor);
  const std::size_t first = std::min(content.find_first_not_of(" \t"), content.size());
  const std::size_t comment = std::min(content.find("//"), content.size());
  const std::size_t last = content.find_last_not_of(" \t\r", comment == 0 ? 0 : comment - 1);
  if (last == std::string_view::npos || last < first) return;
  where.column = static_cast<std::uint32_t>(first + 1);
  where.length = static_cast<std::uint32_t>(last - first + 1);
}

}  // namespace

CheckReport check_code(CheckInput& input, const std::string& file, const CheckCodeOptions& how) {
  CheckReport report{.file = file, .gen = input.gen, .gpu = how.gpu, .cases = input.cases, .findings = {}};
  for (const Diagnostic& problem : input.problems) report.findings.push_back({problem, {}, {}, {}, {}});
  for (CheckUnit& unit : input.units) {
    report.instructions += unit.program.instructions.size();
    const bool whole = how.scope.empty() ? unit.whole : how.scope == "program";
    const bool may_run_out = unit.may_run_out && how.scope.empty();
    for (Diagnostic& diagnostic : validate(unit, whole, how.preemptible)) {
      if (may_run_out && diagnostic.rule == kEndOfThread) continue;
      add(unit, *input.dialect, std::move(diagnostic), report);
    }
  }
  std::ranges::stable_sort(report.findings, {}, [](const PlacedDiagnostic& finding) {
    return std::pair{finding.diagnostic.where.line, finding.diagnostic.where.offset};
  });
  std::size_t cursor = 0;
  std::uint32_t line = 1;
  for (PlacedDiagnostic& finding : report.findings) {
    if (finding.diagnostic.where.line != 0 && !finding.instruction.empty()) {
      mark(input.text, cursor, line, finding.diagnostic.where);
    }
  }
  return report;
}

}  // namespace eugene::cli
