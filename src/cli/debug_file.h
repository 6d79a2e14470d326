// `eugene debug FILE`: debugs a program that `exec` runs, instead of a host program.
#pragma once

#include <memory>
#include <string>

#include "debug_front.h"
#include "run_options.h"

namespace eugene::cli {

// Makes the front end of the debugger: an editor, gdb, or the terminal.
std::shared_ptr<DebugFront> make_debug_front(const RunOptions& options);

// Whether the name belongs to a file that the host cannot execute.
bool is_exec_file(const std::string& name);
// Runs `eugene exec` with the file and options of `options.command`. Returns its exit status.
int debug_exec_file(const RunOptions& options);

}  // namespace eugene::cli
