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
  GpuOptions gpu;
  std::string stats;  // text, json; empty: none
  ProfileOutput profile;
  CheckOutput check;
  std::string door = "i915";
  bool all_platforms = false;
  bool unoptimised = false;  // programs of OpenCL are built so
  std::string record;        // a directory
  std::string visa_kernels;  // a directory; empty: only what the compiler leaves
  bool debugs = false;
  std::string script;  // a file of the debugger's commands; empty: none
  bool batch = false;  // no commands but those
  bool dap = false;
  std::shared_ptr<DebugDap> editor;  // with `dap`
  std::string gdb;                   // a port, or the name of a socket; empty: no gdb
  std::vector<std::string> command;
};

// `options.debugs` says whether they are those of the debugger.
void add_run_options(CLI::App& command, RunOptions& options);

// After they have been read. Options that do not go together are an error; directories are made.
Result<void> prepare(RunOptions& options);

}  // namespace eugene::cli
