#include "debug/frames.h"

#include <algorithm>

namespace eugene::debug {
namespace {

bool is_in(const SourceFunction& function, std::uint32_t ip) {
  return std::ranges::any_of(function.scope, [&](const CodeRange& range) { return range.contains(ip); });
}

void add_frames(const SourceVariables& all, const SourceLines& lines, std::uint32_t ip,
                std::vector<StackFrame>& frames) {
  std::vector<StackFrame> here;
  std::optional<SourceLine> line = lines.at(ip);
  for (std::size_t i = all.functions.size(); i-- != 0;) {
    if (!is_in(all.functions[i], ip)) continue;
    here.push_back({.ip = ip, .function = static_cast<std::uint32_t>(i), .line = line});
    line = all.functions[i].called_at;
  }
  if (here.empty()) here.push_back({.ip = ip, .function = SourceFunction::kNone, .line = line});
  frames.insert(frames.end(), here.begin(), here.end());
}

}  // namespace

std::vector<StackFrame> frames_at(const SourceVariables& all, const SourceLines& lines, std::uint32_t ip,
                                  std::span<const std::uint32_t> calls) {
  std::vector<StackFrame> frames;
  add_frames(all, lines, ip, frames);
  for (std::size_t i = 0; i != calls.size(); ++i) {
    const std::size_t first = frames.size();
    add_frames(all, lines, calls[i], frames);
    for (StackFrame& each : std::span(frames).subspan(first)) each.calls = static_cast<std::uint32_t>(i + 1);
  }
  return frames;
}

std::vector<bool> find_instructions(const SourceFunction& function, const isa::Program& program) {
  std::vector<bool> code(program.instructions.size());
  const std::span<const std::uint32_t> offsets(program.offsets.data(), code.size());
  for (const CodeRange& range : function.scope) {
    const auto first = std::ranges::lower_bound(offsets, range.begin);
    const auto last = std::ranges::lower_bound(offsets, range.end);
    for (auto at = first; at < last; ++at) code[static_cast<std::size_t>(at - offsets.begin())] = true;
  }
  return code;
}

std::vector<std::uint8_t> find_depths(const SourceVariables& all, const isa::Program& program) {
  std::vector<std::uint8_t> depths(program.instructions.size());
  for (const SourceFunction& function : all.functions) {
    const std::vector<bool> code = find_instructions(function, program);
    for (std::size_t i = 0; i != depths.size(); ++i) depths[i] = static_cast<std::uint8_t>(depths[i] + code[i]);
  }
  return depths;
}

std::uint32_t find_entry(const SourceFunction& function, const SourceLines& lines) {
  const auto begin = static_cast<std::uint32_t>(std::ranges::min(function.scope, {}, &CodeRange::begin).begin);
  const auto first = lines.at(begin);
  if (function.called_at || !first) return begin;
  for (const SourceLines::Row& row : lines.rows) {
    const bool is_other = row.line != 0 && (row.line != first->line || row.column != first->column);
    if (row.begin > begin && is_other && is_in(function, row.begin)) return row.begin;
  }
  return begin;
}

std::uint32_t past_prologue(const SourceVariables& all, const SourceLines& lines, std::uint32_t ip) {
  for (const SourceFunction& each : all.functions) {
    const bool is_head = !each.called_at && !each.scope.empty() && each.scope.front().begin == ip;
    if (is_head) return find_entry(each, lines);
  }
  return ip;
}

std::set<std::uint32_t> find_entries(const SourceVariables& all, const SourceLines& lines, std::string_view name) {
  std::set<std::uint32_t> entries;
  for (const SourceFunction& each : all.functions) {
    if (each.name == name && !each.scope.empty()) entries.insert(find_entry(each, lines));
  }
  return entries;
}

}  // namespace eugene::debug
