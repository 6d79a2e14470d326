#include "debug/variable_writes.h"

#include <algorithm>

#include "debug/frames.h"

namespace eugene::debug {

bool VariableWrites::hold(const SourceVariable& variable, std::span<const RegisterBytes> registers,
                          const WrittenRegisters& written, const RegisterWrites& code) const {
  const auto holds = [&](std::size_t byte) {
    const auto [writer, origin] = written.at(byte);
    if (writer == WrittenRegisters::kUser) return true;
    if (writer == WrittenRegisters::kGiven) return !code.may_write(byte);
    return is_own(variable, writer) || (origin != writer && is_own(variable, origin));
  };
  for (const RegisterBytes& bytes : registers) {
    for (std::size_t at = bytes.begin; at != bytes.end; ++at)
      if (!holds(at)) return false;
  }
  return true;
}

bool VariableWrites::is_own(const SourceVariable& variable, std::uint16_t writer) const {
  if (writer >= offsets_->size()) return false;
  const auto [at, is_new] = own_.try_emplace({&variable, writer});
  if (is_new) at->second = comes_from(variable, (*offsets_)[writer]);
  return at->second;
}

// Whether the instruction gives the variable a value.
bool VariableWrites::comes_from(const SourceVariable& variable, std::uint32_t ip) const {
  const std::vector<TextSpan>& spans = spans_of(variable);
  for (const Frame& each : frames_at(*all_, *lines_, ip, {})) {
    if (!each.line || !variable.declared || each.line->file != variable.declared->file) continue;
    const TextPlace place{.line = each.line->line, .column = each.line->column};
    const bool is_here = each.function == variable.function &&
                         std::ranges::any_of(spans, [&](const TextSpan& span) { return span.contains(place); });
    if (is_here) return true;
    const auto& called_at =
        variable.function < all_->functions.size() ? all_->functions[variable.function].called_at : std::nullopt;
    if (variable.is_parameter && called_at && called_at->file == each.line->file && called_at->line == each.line->line)
      return true;
  }
  return false;
}

const std::vector<TextSpan>& VariableWrites::spans_of(const SourceVariable& variable) const {
  const auto [at, is_new] = spans_.try_emplace(&variable);
  if (!is_new || !variable.declared) return at->second;
  const std::uint32_t line = variable.declared->line;
  if (lines_->given_text.empty()) {
    at->second = {{.begin = {.line = line}, .end = {.line = line}}};
    return at->second;
  }
  std::vector<std::uint32_t> others;
  for (const SourceVariable& each : all_->variables) {
    const bool is_other = each.name == variable.name && each.declared && each.declared->file == variable.declared->file;
    if (is_other && each.declared->line != line) others.push_back(each.declared->line);
  }
  at->second = facts_->writes(variable.name, line, others);
  return at->second;
}

}  // namespace eugene::debug
