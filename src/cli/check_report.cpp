#include "check_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/severity_name.h"
#include "base/source_json.h"
#include "base/text_lines.h"
#include "input.h"

namespace eugene::cli {

using nlohmann::ordered_json;

namespace {

ordered_json to_json(const PlacedDiagnostic& finding) {
  const Diagnostic& diagnostic = finding.diagnostic;
  ordered_json result{{"severity", find_name(diagnostic.severity)},
                      {"rule", diagnostic.rule},
                      {"message", diagnostic.message},
                      {"reference", diagnostic.reference},
                      {"hint", diagnostic.hint}};
  if (!finding.case_name.empty()) result["case"] = finding.case_name;
  if (!finding.kernel.empty()) result["kernel"] = finding.kernel;
  if (!finding.instruction.empty()) result["instruction"] = finding.instruction;
  if (diagnostic.where.line != 0) {
    result["line"] = diagnostic.where.line;
    result["column"] = diagnostic.where.column;
  }
  if (diagnostic.where.offset >= 0) result["offset"] = diagnostic.where.offset;
  if (finding.source) add_source(result["source"], *finding.source);
  return result;
}

std::string counted(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

std::uint64_t CheckReport::count(Severity severity) const {
  return static_cast<std::uint64_t>(std::ranges::count(
      findings, severity, [](const PlacedDiagnostic& finding) { return finding.diagnostic.severity; }));
}

ordered_json to_json(const CheckReport& report) {
  ordered_json problems = ordered_json::array();
  for (const PlacedDiagnostic& finding : report.findings) problems.push_back(to_json(finding));
  ordered_json result{{"file", report.file}, {"gen", report.gen}};
  if (!report.gpu.empty()) result["gpu"] = report.gpu;
  if (report.cases != 0) result["cases"] = report.cases;
  result["instructions"] = report.instructions;
  result["errors"] = report.count(Severity::error);
  result["warnings"] = report.count(Severity::warning);
  result["problems"] = std::move(problems);
  return result;
}

void print_text(std::string_view source, const CheckReport& report) {
  const bool colour = is_coloured();
  const TextLines lines(source);
  for (const PlacedDiagnostic& finding : report.findings) {
    std::string text = format(finding.diagnostic, lines, colour);
    if (finding.diagnostic.where.line == 0 && !finding.instruction.empty()) {  // no source line to show
      const std::string kernel = finding.kernel.empty() ? "" : fmt::format("  in kernel {}\n", finding.kernel);
      const std::string origin = finding.source ? fmt::format("  from {}\n", to_text(*finding.source)) : "";
      text.insert(std::min(text.find('\n'), text.size() - 1) + 1,
                  fmt::format("{}  {}\n{}", kernel, finding.instruction, origin));
    }
    std::fputs(text.c_str(), stderr);
  }
  fmt::print(stderr, "{}: {}{}, {}, {}\n", report.file,
             report.cases != 0 ? counted(report.cases, "case") + ", " : std::string(),
             counted(report.instructions, "instruction"), counted(report.count(Severity::error), "error"),
             counted(report.count(Severity::warning), "warning"));
}

}  // namespace eugene::cli
