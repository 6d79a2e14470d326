// The table of commands: command_table.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "gpu/commands/context_state.h"
#include "isa/gen.h"

namespace eugene::gpu {

// Layout of a command in one generation.
struct CommandForm {
  std::uint8_t length_bits = 0;  // width of the DWord Length field; 0: the command has one dword
  std::uint8_t shortest = 0;     // fewest dwords; 0: the generation has no such command
};

// Where contexts may be preempted: BXT PRM vol6 "GPGPU Context Switch". Its list has GPGPU commands but no media object
// commands, so contexts that use media objects are preempted only at the listed commands.
enum class Preemption : std::uint8_t {
  no,
  before,    // before the command, which is executed when the context resumes
  anywhere,  // also while the command is executed
};

using Handler = Result<Next> (*)(ContextState&, CommandDwords);

// One command that the streamer knows.
struct Command {
  std::uint32_t code;  // the bits of dword 0 that name it
  std::string_view name;
  isa::PerGen<CommandForm> forms;  // indexed by GenId
  Handler handler;                 // null: has no effect on compute
  Preemption preemption = Preemption::no;
  bool outlives_request = false;  // also executed while its request is given up: given_up.cpp

  constexpr const CommandForm& form(const isa::Gen& gen) const { return forms[gen.id]; }
};

// Returns the row for a command's first dword; null if an engine of that kind and generation has no such command.
const Command* find_command(const isa::Gen& gen, EngineKind engine, std::uint32_t dword);
// Length, in dwords, of a command of this form whose first dword is `dword`.
unsigned command_length(const CommandForm& form, std::uint32_t dword);
// Likewise for an unknown command: all commands of a type have their length field in the same place.
unsigned likely_length(std::uint32_t dword);

}  // namespace eugene::gpu
