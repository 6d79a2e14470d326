#include "debug/variable_writes.h"

#include <algorithm>

#include "debug/frames.h"

namespace eugene::debug {

std::uint32_t VariableWrites::line_in_text(const SourceLine& line) const {
  return lines_->given_text.empty() ? line.line : names_->number_in_text(line.file, line.line).value_or(0);
}

bool VariableWrites::hold(const SourceVariable& variable, std::span<const RegisterBytes> registers,
                          const WrittenRegisters& written, const RegisterWrites& code,
                          const ProgramPoint& place) const {
  const Key key{.variable = &variable,
                .line = place.line,
                .is_repeated = place.flow.is_in_loop(place.index),
                .is_inside_call = place.is_inside_call};
  // In one block of code, the order of the instructions must match the order in the text.
  const auto is_in_order = [&](std::uint16_t writer, Order order) {
    if (place.flow.find_block(writer) != place.flow.find_block(place.index)) return true;
    return writer < place.index ? order != Order::after : order != Order::before && order != Order::perhaps_before;
  };
  const auto holds = [&](std::size_t byte) {
    const auto [writer, origin] = written.at(byte);
    if (writer == WrittenRegisters::kUser) return true;
    if (writer == WrittenRegisters::kGiven) return !code.may_write(byte);
    if (writer >= offsets_->size()) return false;
    auto order = write_order(key, writer);
    if (!order && origin < offsets_->size()) order = write_order(key, origin);
    return order && is_in_order(writer, *order);
  };
  for (const RegisterBytes& bytes : registers) {
    for (std::size_t at = bytes.begin; at != bytes.end; ++at)
      if (!holds(at)) return false;
  }
  return registers.empty() || !is_pending(key, code, place);
}

// Whether a later instruction of this block gives the variable a value that, in the text, it already has.
bool VariableWrites::is_pending(const Key& key, const RegisterWrites& code, const ProgramPoint& place) const {
  const std::uint32_t block = place.flow.find_block(place.index);
  for (std::uint32_t i = place.index; i != offsets_->size() && place.flow.find_block(i) == block; ++i) {
    if (!code.writes_registers(i)) continue;
    const auto order = write_order(key, static_cast<std::uint16_t>(i));
    if (order == Order::before || order == Order::perhaps_before) return true;
  }
  return false;
}

bool VariableWrites::keeps(const SourceVariable& variable, const ProgramPoint& since, const ProgramPoint& place) const {
  if (!place.flow.precedes(since.index, place.index)) return false;
  if (!variable.declared || lines_->given_text.empty() || since.line == 0 || place.line == 0) return false;
  const std::uint32_t declared = line_in_text(*variable.declared);
  return declared != 0 && facts_->keeps_value(variable.name, declared, find_others(variable), since.line, place.line);
}

// Returns the order of an instruction's write relative to the line, or nothing if the write is not a write of the
// variable.
std::optional<SourceWrite::Order> VariableWrites::write_order(const Key& key, std::uint16_t writer) const {
  const auto [at, is_new] = orders_.try_emplace({key, writer});
  if (is_new) at->second = find_order(key, (*offsets_)[writer]);
  return at->second;
}

std::optional<SourceWrite::Order> VariableWrites::find_order(const Key& key, std::uint32_t ip) const {
  const SourceVariable& variable = *key.variable;
  if (!variable.declared) return std::nullopt;
  const std::vector<SourceWrite>& writes = find_writes(key);
  const auto argument = find_argument(variable);
  const std::vector<StackFrame> frames = frames_at(*all_, *lines_, ip, {});
  const bool is_inside = std::ranges::find(frames, variable.function, &StackFrame::function) != frames.end();
  for (const StackFrame& each : frames) {
    if (!each.line || each.line->file != variable.declared->file || line_in_text(*each.line) == 0) continue;
    const TextPlace place{.line = line_in_text(*each.line), .column = each.line->column};
    const auto write = std::ranges::find_if(writes, [&](const SourceWrite& one) { return one.span.contains(place); });
    if (each.function == variable.function && write != writes.end()) return write->order;
    if (argument && !is_inside && argument->contains(place)) return Order::either;
  }
  return std::nullopt;
}

// Returns the argument that is passed for a parameter of an inlined function.
std::optional<TextSpan> VariableWrites::find_argument(const SourceVariable& variable) const {
  if (!variable.is_parameter || variable.function >= all_->functions.size()) return std::nullopt;
  const SourceFunction& function = all_->functions[variable.function];
  if (!function.called_at || function.called_at->file != variable.declared->file) return std::nullopt;
  const std::uint32_t call = line_in_text(*function.called_at), declared = line_in_text(*variable.declared);
  if (call == 0 || declared == 0) return std::nullopt;
  const auto passed = facts_->argument(function.name, call, variable.name, declared);
  return passed ? std::optional(passed->span) : std::nullopt;
}

const std::vector<SourceWrite>& VariableWrites::find_writes(const Key& key) const {
  const auto [at, is_new] = writes_.try_emplace(key);
  if (!is_new) return at->second;
  const SourceVariable& variable = *key.variable;
  const std::uint32_t line = line_in_text(*variable.declared);
  if (line == 0) return at->second;
  if (lines_->given_text.empty()) {
    // Without the text, only the declaration is known.
    at->second = {{.span = {.begin = {.line = line}, .end = {.line = line}}}};
    return at->second;
  }
  at->second = facts_->writes(variable.name, line, find_others(variable), key.line, key.is_repeated);
  // A call in the line returns before the line writes any variable.
  if (key.is_inside_call)
    std::erase_if(at->second,
                  [&](const SourceWrite& each) { return each.span.contains({.line = key.line, .column = 0}); });
  return at->second;
}

// Returns the lines that declare other variables of the same name.
std::vector<std::uint32_t> VariableWrites::find_others(const SourceVariable& variable) const {
  std::vector<std::uint32_t> others;
  for (const SourceVariable& each : all_->variables) {
    const bool is_other = each.name == variable.name && each.declared && each.declared->file == variable.declared->file;
    if (is_other && each.declared->line != variable.declared->line) others.push_back(line_in_text(*each.declared));
  }
  return others;
}

}  // namespace eugene::debug
