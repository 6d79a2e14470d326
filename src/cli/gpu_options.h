// Options of the subcommands that run a GPU, from the rows of settings/settings_table.h.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/tiers/tiers.h"
#include "settings/settings.h"

namespace CLI {
class App;
}

namespace eugene::cli {

using GpuOptions = settings::Settings;

// Returns the names of GPUs as `--gpu` spells them.
std::vector<std::string> gpu_names();
// Returns the generations that --gen can name.
std::vector<std::string> generation_names();

// Adds the options that all subcommands have.
void add_gpu_options(CLI::App& app, GpuOptions& options);
// Adds an option that only some subcommands have, at this place in the help. `name` is the name of its row.
void add_gpu_option(CLI::App& app, std::string_view name, GpuOptions& options);

// Makes a directory that an option names, if it does not exist. Makes its name absolute, because a program may change
// its current directory. Fails if the directory is not writable. An empty name means no directory.
Result<void> prepare_directory(std::string& directory);
// Prepares each directory among the settings that is written to. Makes other paths absolute.
Result<void> prepare_paths(GpuOptions& options);
// Adds --trace and --trace-file. Call prepare_trace() before the traced program begins.
void add_trace_options(CLI::App& app, GpuOptions& options);
// Removes an old trace: the first process that runs a kernel makes the file.
Result<void> prepare_trace(const GpuOptions& options);
// Ends the trace. Returns false, with a message, if the trace could not be written completely.
bool end_trace(const std::shared_ptr<accesses::TraceSource>& trace);

// Ends the process with `status` if a compilation is under way: its result is not needed, and LLVM does not stop at
// once.
void end_if_compiling(const gpu::Tiers& tiers, int status);

}  // namespace eugene::cli
