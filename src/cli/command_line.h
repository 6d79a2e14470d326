// Reads a command line and runs its subcommand.
//
// `eugene` itself has the subcommands of a program's run. libeugene_tools.so has all of them, and the same function:
// what `eugene` cannot do, it leaves to the library as a whole, from the command line on.
#pragma once

#include <optional>
#include <span>

#include "commands.h"

namespace eugene::cli {

// Returns the exit status. If `commands` are not all commands (`is_whole` is false), returns nothing for help, for an
// error in the command line, and for a command that throws NeedsTools. Nothing has been done then.
std::optional<int> run_command_line(int argc, char** argv, std::span<const AddCommand> commands, bool is_whole);

// The function that libeugene_tools.so exports, and its name.
using RunTools = int (*)(int argc, char** argv);
inline constexpr const char* kRunTools = "eugene_tools_1";

}  // namespace eugene::cli
