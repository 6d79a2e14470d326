// The steps of `eugene run` that `eugene debug` and `--door tbx` share.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostic.h"
#include "gpu/work_stats.h"
#include "run_options.h"
#include "run_stats.h"

namespace eugene::cli {

// Prints the error. Returns the command's exit status.
int print_failure(const RunOptions& options, const Diagnostic& error);
// Prints the statistics, if they are asked for.
void print_stats(const RunOptions& options, const RunStats& stats);
// Returns the command's exit status. `status` is the program's exit status.
int exit_status(const RunOptions& options, int status, const gpu::WorkStats& stats);
// Returns the place where the program will look for drivers.
std::filesystem::path vendors(const RunOptions& options);
// Returns the program's file name, without its directory.
std::string program_name(const RunOptions& options);

// Checks the options and runs the program. Returns the command's exit status.
int run(RunOptions& options);

}  // namespace eugene::cli
