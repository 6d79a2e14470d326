// The functions that a thread is in: those whose code has become part of another's, and those that were called.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "base/source_lines.h"
#include "base/source_variables.h"
#include "isa/program.h"

namespace eugene::debug {

struct Frame {
  std::uint32_t ip = 0;                            // of the thread, or of the call
  std::uint32_t function = SourceFunction::kNone;  // none: nothing is known of it
  std::optional<SourceLine> line;
  std::uint32_t calls = 0;  // that must return until the thread is in this function
  bool operator==(const Frame&) const = default;
};

// The innermost first; one at least. `calls`: the instructions that have called, the last first.
std::vector<Frame> frames_at(const SourceVariables& all, const SourceLines& lines, std::uint32_t ip,
                             std::span<const std::uint32_t> calls);
// By instruction: how many functions its code is part of, and so in how many the thread is that nobody has called.
std::vector<std::uint8_t> depths_of(const SourceVariables& all, const isa::Program& program);
// By instruction: whether it is code of the function.
std::vector<bool> code_of(const SourceFunction& function, const isa::Program& program);
// Where the function's first line begins: after the code that brings its arguments to where they are kept.
std::uint32_t entry_of(const SourceFunction& function, const SourceLines& lines);
// Where a breakpoint stops at the code of a function's head: at its first line. Elsewhere `ip`.
std::uint32_t past_prologue(const SourceVariables& all, const SourceLines& lines, std::uint32_t ip);
// Where a breakpoint at a function of that name stops.
std::set<std::uint32_t> entries_of(const SourceVariables& all, const SourceLines& lines, std::string_view name);

}  // namespace eugene::debug
