// Options that every subcommand with a GPU in it takes.
#pragma once

#include <string>

#include "gpu/device.h"
#include "gpu/executor.h"

namespace CLI {
class App;
}

namespace eugene::tools {

struct GpuOptions {
  std::string gpu{gpu::kDefaultDevice.name};
  unsigned threads = 0;  // 0: as many as the host has
  double timeout = 0;    // seconds a dispatch; 0: none
  bool interpret = false;
  bool jit = false;
  std::string save_kernels;  // directory; empty: none

  const gpu::Device& device() const;
  gpu::ExecutorOptions executor() const;
};

void add_gpu_options(CLI::App& app, GpuOptions& options);

}  // namespace eugene::tools
