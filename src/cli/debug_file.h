// `eugene debug FILE`: debugs a program that `exec` runs, instead of a host program.
#pragma once

#include <string>

#include "run_options.h"

namespace eugene::cli {

// Whether the name belongs to a file that the host cannot execute.
bool is_exec_file(const std::string& name);
// Runs `eugene exec` with the file and options of `options.command`. Returns its exit status.
int debug_exec_file(const RunOptions& options);

}  // namespace eugene::cli
