// Options of every subcommand that runs a GPU.
#pragma once

#include "gpu/settings.h"
#include "gpu/tiers/tiers.h"

namespace CLI {
class App;
}

namespace eugene::cli {

using GpuOptions = gpu::Settings;

void add_gpu_options(CLI::App& app, GpuOptions& options);

// Ends the process with `status` if a compilation is under way: its result is not needed, and LLVM does not stop at
// once.
void end_if_compiling(const gpu::Tiers& tiers, int status);

}  // namespace eugene::cli
