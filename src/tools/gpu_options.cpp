#include "gpu_options.h"

#include <CLI/CLI.hpp>

namespace eugene::tools {

const gpu::Device& GpuOptions::device() const {
  const gpu::Device* found = gpu::find_device(gpu);
  return found == nullptr ? gpu::kDefaultDevice : *found;
}

gpu::ExecutorOptions GpuOptions::executor() const {
  return {.timeout = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(timeout)),
          .save_kernels = save_kernels,
          .tier = jit ? gpu::Tier::jit : gpu::Tier::interpret};
}

void add_gpu_options(CLI::App& app, GpuOptions& options) {
  constexpr unsigned kMostThreads = 1024;
  constexpr double kLongestTimeout = 1e6;
  std::vector<std::string> names;
  for (const gpu::Device& device : gpu::kDevices) names.emplace_back(device.name);
  app.add_option("--gpu", options.gpu, "The GPU to be")->check(CLI::IsMember(names))->capture_default_str();
  app.add_option("--threads", options.threads, "Host threads to run on; 0: all there are")
      ->check(CLI::Range(0U, kMostThreads))
      ->capture_default_str();
  app.add_option("--timeout", options.timeout, "Seconds after which a dispatch counts as endless; 0: never")
      ->check(CLI::Range(0.0, kLongestTimeout))
      ->capture_default_str();
  app.add_option("--save-kernels", options.save_kernels, "Write the code of every kernel that runs to this directory")
      ->check(CLI::ExistingDirectory);
  CLI::Option* interpret = app.add_flag("--interpret", options.interpret, "Interpret kernels (the default)");
  app.add_flag("--jit", options.jit,
               "Compile every kernel before it runs (experimental); what cannot be compiled is interpreted")
      ->excludes(interpret);
}

}  // namespace eugene::tools
