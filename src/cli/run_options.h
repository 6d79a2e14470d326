// The options of `eugene run`, `profile` and `debug`.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "check_options.h"
#include "debug_front.h"
#include "gpu_options.h"
#include "profile_options.h"

namespace eugene::cli {

struct RunOptions {
  std::string name = "run";  // the command: run, profile or debug
  GpuOptions gpu;
  std::string stats;  // text, json; empty: none
  ProfileOutput profile;
  CheckOutput check;
  std::string door = "i915";
  bool all_platforms = false;
  bool unoptimised = false;              // compile OpenCL programs without optimisation
  std::string record;                    // a directory
  std::string visa_kernels;              // a directory; empty: use only the compiler's files
  std::shared_ptr<DebugFront> debugger;  // null: none
  std::vector<std::string> command;
};

// Adds the options of `run`.
void add_run_options(CLI::App& command, RunOptions& options);
// Adds those that `debug` has too, after its own options.
void add_common_options(CLI::App& command, RunOptions& options, const std::string& program);
// Whether the program needs a GPU with watchers (inside/process/watchers.h).
bool is_watched(const RunOptions& options);

// Checks the options after they are read, and makes directories. Fails if options contradict each other.
Result<void> prepare(RunOptions& options);

}  // namespace eugene::cli
