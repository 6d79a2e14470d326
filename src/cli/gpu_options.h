// Options that every subcommand with a GPU in it takes.
#pragma once

#include <functional>

#include "gpu/settings.h"
#include "gpu/tiers/tiers.h"

namespace CLI {
class App;
}

namespace eugene::cli {

using GpuOptions = gpu::Settings;

void add_gpu_options(CLI::App& app, GpuOptions& options);

// Ends the process with `status` if a compilation is under way: nobody needs it any more, and LLVM does not stop at
// once. Nothing else is ended in order, so what must not stay behind is removed by `clean_up`, called before.
void end_if_compiling(const gpu::Tiers& tiers, int status, const std::function<void()>& clean_up = {});

}  // namespace eugene::cli
