// Formats results as text for people.
#include <fmt/format.h>

#include "asm/element.h"
#include "script/session.h"

namespace eugene::script {
namespace {

// Returns the line of the assembly in `file`, and the line that it was compiled from. For machine code, only the
// latter.
std::string format_place(std::string_view file, std::uint32_t line, const std::optional<SourceLine>& source) {
  if (line == 0) return source ? to_text(*source) : std::string(file);
  return source ? fmt::format("{}:{} ({})", file, line, to_text(*source)) : fmt::format("{}:{}", file, line);
}

}  // namespace

std::string describe(const Mismatch& mismatch) {
  const std::string place =
      mismatch.where.line != 0 ? fmt::format("{}:{}", mismatch.where.file, mismatch.where.line) : mismatch.where.file;
  return fmt::format("{}: {} element {}: expected {}, is {}\n", place, mismatch.place, mismatch.index,
                     mismatch.expected, mismatch.actual);
}

std::string describe(const ThreadFault& fault, std::string_view file) {
  std::string text =
      fmt::format("{}: thread {} at {:#x}", format_place(file, fault.line, fault.source), fault.thread, fault.fault.ip);
  if (fault.fault.lane) text += fmt::format(", channel {}", *fault.fault.lane);
  text += ": " + fault.fault.what;
  if (fault.fault.address) text += fmt::format(", address {:#x}", *fault.fault.address);
  text += '\n';
  if (!fault.fault.reference.empty()) text += fmt::format("  see: {}\n", fault.fault.reference);
  return text;
}

std::string describe(const CaseReport& report, std::string_view file) {
  const std::string place = format_place(file, report.line, report.source);
  std::string text =
      fmt::format("{}: thread {} at {:#x}: {} [{}]\n", place, report.thread, report.ip, report.what, report.id);
  if (!report.reference.empty()) text += fmt::format("  see: {}\n", report.reference);
  return text;
}

std::string describe(const Printed& printed, bool several_threads) {
  constexpr std::size_t kPerLine = 8;
  std::string text;
  if (several_threads && printed.place.of_threads() && !printed.place.thread)
    text += fmt::format("thread {} ", printed.thread);
  text += printed.place.text + " =";
  for (std::size_t n = 0; n < printed.values.size(); ++n) {
    if (n != 0 && n % kPerLine == 0) text += "\n   ";
    const auto& value = printed.values[n];
    text += ' ';
    text += value ? assembly::format_element(printed.place.type, *value) : "-";
  }
  return text + '\n';
}

}  // namespace eugene::script
