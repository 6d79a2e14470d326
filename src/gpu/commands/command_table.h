// The table of commands: command_table.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "gpu/commands/context_state.h"
#include "isa/gen.h"

namespace eugene::gpu {

// How a generation lays out a command.
struct CommandForm {
  std::uint8_t length_bits = 0;  // of the DWord Length field; 0: one dword
  std::uint8_t shortest = 0;     // fewest dwords; 0: the generation has no such command
};

// Where contexts may be preempted: BXT PRM vol6 "GPGPU Context Switch". The documents' list is of GPGPU commands; those
// of media objects are not on it, so that they are preempted between commands that are.
enum class Preemption : std::uint8_t {
  no,
  before,    // the command is executed when the context is back
  anywhere,  // also while it is executed
};

using Handler = Result<Next> (*)(ContextState&, CommandDwords);

// One command the streamer knows.
struct Command {
  std::uint32_t code;  // the bits of dword 0 that name it
  std::string_view name;
  std::array<CommandForm, isa::kGenCount> forms;  // by GenId
  Handler handler;                                // null: has no effect on compute
  Preemption preemption = Preemption::no;
  bool outlives_request = false;  // executed also when its request is given up: given_up.cpp

  constexpr const CommandForm& form(const isa::Gen& gen) const { return forms[static_cast<std::size_t>(gen.id)]; }
};

// The row for a command's first dword; null if an engine of that kind of the generation has none.
const Command* find_command(const isa::Gen& gen, EngineKind engine, std::uint32_t dword);
// CommandDwords that a command of this form takes whose first is `dword`.
unsigned command_length(const CommandForm& form, std::uint32_t dword);
// The same of a command that is not known: types of commands have their length field in one place.
unsigned likely_length(std::uint32_t dword);

}  // namespace eugene::gpu
