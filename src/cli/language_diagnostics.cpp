#include "language_diagnostics.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

#include "base/text_lines.h"
#include "check_code.h"
#include "check_input.h"
#include "check_report.h"
#include "editor/place.h"
#include "visa.h"

namespace eugene::cli {
namespace {

std::span<const std::byte> to_bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

nlohmann::json make_diagnostic(const PlacedDiagnostic& finding, const TextLines& lines) {
  const Diagnostic& found = finding.diagnostic;
  const std::size_t line = found.where.line == 0 ? 0 : found.where.line - 1;
  std::string_view whole = lines.line(line + 1);
  if (whole.ends_with('\r')) whole.remove_suffix(1);
  const std::size_t length = whole.size();
  // A diagnostic without a column covers the whole line.
  const std::size_t begin = std::min<std::size_t>(found.where.column == 0 ? 0 : found.where.column - 1, length);
  const std::size_t end = found.where.column == 0 ? length : std::min<std::size_t>(begin + found.where.length, length);
  std::string message = found.message;
  if (!found.hint.empty()) message += fmt::format("\nhint: {}", found.hint);
  if (!found.reference.empty()) message += fmt::format("\nsee: {}", found.reference);
  const int severity = found.severity == Severity::error ? 1 : found.severity == Severity::warning ? 2 : 3;
  nlohmann::json result{{"range", editor::make_range(line, begin, end)},
                        {"severity", severity},
                        {"source", "eugene"},
                        {"message", message}};
  if (!found.rule.empty()) result["code"] = found.rule;
  return result;
}

CheckReport make_report(const std::string& file, std::string_view text) {
  if (is_visa(to_bytes(text))) return check_visa(to_bytes(text), file, std::nullopt);
  CheckInput input = read_check_input(to_bytes(text), file, {});
  return check_code(input, file, {});
}

}  // namespace

nlohmann::json list_diagnostics(const std::string& file, std::string_view text) {
  nlohmann::json all = nlohmann::json::array();
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return all;
  const TextLines lines(text);
  for (const PlacedDiagnostic& each : make_report(file, text).findings) all.push_back(make_diagnostic(each, lines));
  return all;
}

}  // namespace eugene::cli
