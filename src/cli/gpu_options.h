// Options of every subcommand that runs a GPU, from the rows of gpu/settings_table.h.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/settings.h"
#include "gpu/tiers/tiers.h"

namespace CLI {
class App;
}

namespace eugene::cli {

using GpuOptions = gpu::Settings;

// As `--gpu` spells them.
std::vector<std::string> gpu_names();

// Adds the options that every subcommand has.
void add_gpu_options(CLI::App& app, GpuOptions& options);
// Adds an option that only some have, where the help of the subcommand lists it. `name`: of its row.
void add_gpu_option(CLI::App& app, std::string_view name, GpuOptions& options);

// Makes a directory that an option names, if it is not there, and its name absolute: a program may change its own
// directory. Fails if it cannot be written to; an empty name is none.
Result<void> prepare_directory(std::string& directory);
// The same for each directory among the settings that is written to. Other paths are made absolute.
Result<void> prepare_paths(GpuOptions& options);
// --trace and --trace-file. Call prepare_trace() before what is traced begins.
void add_trace_options(CLI::App& app, GpuOptions& options);
// Removes a trace of before: who runs a kernel first makes the file.
Result<void> prepare_trace(const GpuOptions& options);
// After all is done. False, with a message, if not all of the trace could be written.
bool end_trace(const std::shared_ptr<gpu::TraceSource>& trace);

// Ends the process with `status` if a compilation is under way: its result is not needed, and LLVM does not stop at
// once.
void end_if_compiling(const gpu::Tiers& tiers, int status);

}  // namespace eugene::cli
