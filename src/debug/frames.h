// The functions that a thread is in: inlined functions and called functions.
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

// A function that the thread is in.
struct StackFrame {
  std::uint32_t ip = 0;                            // offset of the thread's instruction, or of the call instruction
  std::uint32_t function = SourceFunction::kNone;  // kNone: unknown function
  std::optional<SourceLine> line;
  std::uint32_t calls = 0;  // number of calls that must return before the thread is in this function
  bool operator==(const StackFrame&) const = default;
};

// Returns the frames at `ip`, innermost first; at least one. `calls` are the offsets of the call instructions that have
// not returned, latest first.
std::vector<StackFrame> frames_at(const SourceVariables& all, const SourceLines& lines, std::uint32_t ip,
                                  std::span<const std::uint32_t> calls);
// Returns, by instruction, how many functions the instruction's code is part of: one function and the functions inlined
// around the code.
std::vector<std::uint8_t> find_depths(const SourceVariables& all, const isa::Program& program);
// Returns, by instruction, whether the instruction is part of the function's code.
std::vector<bool> find_instructions(const SourceFunction& function, const isa::Program& program);
// Returns the offset of the function's first line, after the prologue (the code that moves the arguments to where they
// are kept).
std::uint32_t find_entry(const SourceFunction& function, const SourceLines& lines);
// Returns the offset where a breakpoint at `ip` stops: the function's first line if `ip` is the beginning of a
// function, else `ip`.
std::uint32_t past_prologue(const SourceVariables& all, const SourceLines& lines, std::uint32_t ip);
// Returns the offsets where a breakpoint at the function `name` stops.
std::set<std::uint32_t> find_entries(const SourceVariables& all, const SourceLines& lines, std::string_view name);

}  // namespace eugene::debug
