// The commands of the debugger's prompt as values. Parsing them needs no program, so errors are found before anything
// happens.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "debug/expression.h"
#include "debug/format.h"
#include "debug/operands.h"

namespace eugene::debug {

enum class Verb : std::uint8_t {
  nothing,
  help,
  break_,
  catch_,
  watch,
  delete_,
  continue_,
  step,              // to another source line
  next,              // to another source line, not into functions
  step_instruction,  // to the focused thread's next instruction
  barrier,           // to the thread's next barrier
  finish,            // out of the thread's function, or to the thread's last instruction
  reverse_continue,
  reverse_step,
  reverse_next,
  reverse_step_instruction,
  writer,
  print,
  set,
  locals,
  examine,
  info,  // output of other commands, by gdb's names
  list,
  disassemble,
  backtrace,
  frame,
  up,
  down,
  lanes,
  lane,
  breakpoints,
  threads,
  thread,
  show,  // prints facts as JSON, for programs
  detach,
  quit,
};

using GlobalId = std::array<std::uint32_t, 3>;

// Elements in memory.
struct Memory {
  bool is_local = false;
  std::uint64_t address = 0;
  std::uint32_t count = 1;
  isa::Type type = isa::Type::ud;
  Format format = Format::plain;
  bool operator==(const Memory&) const = default;
  std::uint64_t bytes() const { return std::uint64_t{count} * isa::byte_size(type); }
};

// Where and when a breakpoint stops a thread.
struct StopPoint {
  std::optional<std::uint32_t> offset;  // byte offset of the instruction in its kernel
  std::uint32_t line = 0;               // source line; 0: none
  std::string name;                     // name of the source file, or of the kernel if there is no line; empty: any
  std::string caught;                   // stops at this event instead: "fault", "finding", a finding's id or kind
  std::optional<Memory> written;        // stops before a write to these bytes instead
  std::optional<GlobalId> item;         // only for this work-item
  std::uint64_t ignored = 0;            // hits before the first stop
  Expression condition;                 // empty: none
  std::optional<Message> message;       // prints this message and continues (a logpoint)
  bool is_code() const { return caught.empty() && !written; }
  bool operator==(const StopPoint&) const = default;
};

struct Command {
  Verb verb = Verb::nothing;
  std::uint64_t number = 1;  // a count of steps or lines, or the ID of a breakpoint, thread, channel or frame
  StopPoint place;
  Expression expression;  // the expression to print, to set, to find the writer of, or that leads to the memory
  Format format = Format::plain;
  Expression value;  // the value to set
  std::string name;  // name of the thing to show or list
  Memory memory;
  bool has_type = false;  // the user has named the memory's type
};

// Parses one line of input. An empty line gives Verb::nothing.
Result<Command> parse_command(std::string_view line);
// Whether the command lets the program run, or ends it.
bool lets_run(Verb verb);
// Returns the names of the commands for users.
std::vector<std::string_view> command_names();
// Returns the text of `help`.
std::string help_text();

}  // namespace eugene::debug
