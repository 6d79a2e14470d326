// The options of `eugene run`, `profile` and `debug`.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "check_output.h"
#include "debug_dap.h"
#include "gpu_options.h"
#include "profile_output.h"

namespace eugene::cli {

struct RunOptions {
  std::string name = "run";  // the command: run, profile or debug
  GpuOptions gpu;
  std::string stats;  // text, json; empty: none
  ProfileOutput profile;
  CheckOutput check;
  std::string door = "i915";
  bool all_platforms = false;
  bool unoptimised = false;  // compile OpenCL programs without optimisation
  std::string record;        // a directory
  std::string visa_kernels;  // a directory; empty: use only the compiler's files
  bool debugs = false;
  std::string script;  // a file of the debugger's commands; empty: none
  bool batch = false;  // no commands but the script's
  bool dap = false;
  std::shared_ptr<DebugDap> editor;  // with `dap`
  std::string gdb;                   // a port, or the name of a socket; empty: no gdb
  std::vector<std::string> command;
};

// Adds the options. `options.debugs` selects the debugger's options.
void add_run_options(CLI::App& command, RunOptions& options);

// Checks the options after they are read, and makes directories. Fails if options contradict each other.
Result<void> prepare(RunOptions& options);

}  // namespace eugene::cli
