// Options that every subcommand with a GPU in it takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "gpu/device.h"
#include "gpu/executor.h"

namespace CLI {
class App;
}

namespace eugene::tools {

struct GpuOptions {
  std::string gpu{gpu::kDefaultDevice.name};
  unsigned threads = 0;      // 0: as many as the host has
  double timeout = 0;        // seconds a dispatch; 0: none
  std::string save_kernels;  // directory; empty: none
  bool interpret = false;
  bool jit = false;
  std::optional<std::uint64_t> hot_after;
  std::string jit_dump;  // directory; empty: none
  bool no_cache = false;
  bool perf_map = false;

  using KernelNames = std::function<std::string(std::span<const std::byte>)>;

  const gpu::Device& device() const;
  // `names`: what kernels are called, from their machine code.
  gpu::ExecutorOptions executor(KernelNames names = {}) const;
};

void add_gpu_options(CLI::App& app, GpuOptions& options);

// Ends the process with `status` if a compilation is under way: nobody needs it any more, and LLVM does not stop at
// once. Nothing else is ended in order, so what must not stay behind is removed by `clean_up`, called before.
void end_if_compiling(const gpu::Tiers& tiers, int status, const std::function<void()>& clean_up = {});

}  // namespace eugene::tools
