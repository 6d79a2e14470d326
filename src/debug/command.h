// The commands of the debugger's prompt as values. Parsing them needs no program, so errors are found before anything
// happens.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "isa/operand.h"

namespace eugene::debug {

enum class Verb : std::uint8_t {
  nothing,
  help,
  break_,
  delete_,
  continue_,
  step,              // to another source line
  step_instruction,  // of the focused thread
  print,
  examine,
  list,
  disassemble,
  lanes,
  breakpoints,
  threads,
  thread,
  detach,
  quit,
};

using GlobalId = std::array<std::uint32_t, 3>;

// Where and when a breakpoint stops a thread.
struct Place {
  std::optional<std::uint32_t> offset;  // of the instruction in its kernel, in bytes
  std::uint32_t line = 0;               // of the source; 0: none
  std::string name;                     // of the source file, or of the kernel if there is no line; empty: any
  std::optional<GlobalId> item;         // only for this work-item
  std::uint64_t ignored = 0;            // hits before the first stop
  bool operator==(const Place&) const = default;
};

// Elements of registers, as a source operand names them.
struct Elements {
  isa::RegFile file = isa::RegFile::grf;
  unsigned number = 0;
  unsigned element = 0;  // the first, counted in elements from the start of the register
  isa::Region region{.vstride = 8, .width = 8, .hstride = 1};
  isa::Type type = isa::Type::ud;
  bool is_flag = false;  // f<number>
  bool operator==(const Elements&) const = default;
};

struct Memory {
  bool is_local = false;
  std::uint64_t address = 0;
  std::uint32_t count = 1;
  isa::Type type = isa::Type::ud;
  bool operator==(const Memory&) const = default;
};

struct Command {
  Verb verb = Verb::nothing;
  std::uint64_t number = 1;  // of steps, of a breakpoint, of a thread, or of lines
  Place place;
  Elements elements;
  Memory memory;
};

// One line of input; an empty one gives Verb::nothing.
Result<Command> parse_command(std::string_view line);
// The text of `help`.
std::string help_text();

}  // namespace eugene::debug
