#include "base/diagnostic.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/severity_name.h"
#include "base/text_lines.h"

namespace eugene {
namespace {

constexpr std::string_view kReset = "\x1b[0m";

std::string_view severity_colour(Severity severity) {
  switch (severity) {
    case Severity::note: return "\x1b[1;36m";
    case Severity::warning: return "\x1b[1;35m";
    case Severity::error: break;
  }
  return "\x1b[1;31m";
}

std::string place(const Location& where) {
  std::string text = where.file;
  if (where.line != 0) {
    text += fmt::format("{}{}", text.empty() ? "" : ":", where.line);
    if (where.column != 0) text += fmt::format(":{}", where.column);
  } else if (where.offset >= 0) {
    text += fmt::format("{}offset {:#x}", text.empty() ? "" : ": ", where.offset);
  }
  return text.empty() ? text : text + ": ";
}

// Longer lines and messages are cut: without line ends, a line can be as long as the file.
constexpr std::size_t kMaxShown = 500;

std::string shortened(std::string_view text) {
  return text.size() <= kMaxShown ? std::string(text) : fmt::format("{}...", text.substr(0, kMaxShown));
}

std::string underlined(std::string_view line, std::size_t first, std::size_t length) {
  const std::size_t skipped = first + length <= kMaxShown ? 0 : first - std::min(first, kMaxShown / 4);
  line.remove_prefix(skipped);
  first -= skipped;
  length = std::min(length, kMaxShown - first);
  std::string pad;
  for (const char c : line.substr(0, first)) pad += c == '\t' ? '\t' : ' ';
  return fmt::format("  {}\n  {}^{}\n", shortened(line), pad, std::string(length - 1, '~'));
}

// Underlines a whole line except blanks and a comment, if the column is unknown.
std::string whole_statement(std::string_view line) {
  const std::string_view code = line.substr(0, line.find("//"));
  const std::size_t first = code.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return fmt::format("  {}\n", shortened(line));
  return underlined(line, first, code.find_last_not_of(" \t\r") + 1 - first);
}

// Returns the source line with a caret below it. Tabs are kept, so that the caret is aligned.
std::string excerpt(const Location& where, std::string_view line) {
  if (where.column == 0) return whole_statement(line);
  if (where.column > line.size() + 1) return fmt::format("  {}\n", shortened(line));
  const std::size_t room = std::max<std::size_t>(1, line.size() + 1 - where.column);
  const std::size_t length = std::clamp<std::size_t>(where.length, 1, room);
  return underlined(line, where.column - 1, length);
}

}  // namespace

std::unexpected<Diagnostic> fail(std::string message, std::string reference, std::string hint) {
  return std::unexpected(Diagnostic{.where = {},
                                    .message = std::move(message),
                                    .rule = {},
                                    .reference = std::move(reference),
                                    .hint = std::move(hint)});
}

Diagnostic error_at(Location where, std::string message, std::string rule, std::string reference, std::string hint) {
  return {.severity = Severity::error,
          .where = std::move(where),
          .message = std::move(message),
          .rule = std::move(rule),
          .reference = std::move(reference),
          .hint = std::move(hint)};
}

bool has_errors(const Diagnostics& diagnostics) {
  return std::ranges::any_of(diagnostics, [](const Diagnostic& d) { return d.severity == Severity::error; });
}

std::string format(const Diagnostic& diagnostic, std::string_view source, bool colour) {
  return format(diagnostic, TextLines(diagnostic.where.line == 0 ? std::string_view() : source), colour);
}

std::string format(const Diagnostic& diagnostic, const TextLines& source, bool colour) {
  const std::string_view on = colour ? severity_colour(diagnostic.severity) : std::string_view{};
  const std::string_view off = colour ? kReset : std::string_view{};
  std::string text = fmt::format("{}{}{}:{} {}", place(diagnostic.where), on, find_name(diagnostic.severity), off,
                                 shortened(diagnostic.message));
  if (!diagnostic.rule.empty()) text += fmt::format(" [{}]", diagnostic.rule);
  text += '\n';
  if (!source.text().empty() && diagnostic.where.line != 0)
    text += excerpt(diagnostic.where, source.line(diagnostic.where.line));
  if (!diagnostic.reference.empty()) text += fmt::format("  see: {}\n", diagnostic.reference);
  if (!diagnostic.hint.empty()) text += fmt::format("  hint: {}\n", diagnostic.hint);
  return text;
}

}  // namespace eugene
