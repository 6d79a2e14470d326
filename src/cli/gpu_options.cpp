#include "gpu_options.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "numbers.h"

namespace eugene::cli {

void add_gpu_options(CLI::App& app, GpuOptions& options) {
  constexpr unsigned kMostThreads = 1024;
  constexpr double kLongestTimeout = 1e6;
  std::vector<std::string> names;
  names.reserve(gpu::kDevices.size());
  for (const gpu::Device& device : gpu::kDevices) names.emplace_back(device.name);
  app.add_option("--gpu", options.gpu, "Which GPU to emulate")->check(CLI::IsMember(names))->capture_default_str();
  app.add_option("--threads", options.threads, "Number of host threads to use; 0: one per processor")
      ->check(CLI::Range(0U, kMostThreads))
      ->capture_default_str();
  app.add_option("--timeout", options.timeout, "Stop a dispatch after this many seconds; 0: never")
      ->check(duration(kLongestTimeout))
      ->capture_default_str();
  app.add_option("--preempt", options.preempt,
                 "Preempt walkers after this many milliseconds, though nobody waits for the GPU; 0: not")
      ->check(duration(kLongestTimeout))
      ->capture_default_str();
  app.add_option("--preempt-instructions", options.preempt_instructions,
                 "The same after about as many instructions of a host thread; 0: not")
      ->check(count())
      ->capture_default_str();
  app.add_option("--preempt-most", options.preempt_most,
                 "With --preempt-instructions: no more of it once a kernel has been preempted as often")
      ->check(count());
  app.add_flag(
      "--strict", options.strict,
      "Make a read of unmapped memory end the kernel, as a write does, instead of reporting it and reading zeros");
  app.add_flag("--report-bounds", options.report_bounds,
               "Report reads and writes outside a buffer that its surface state makes harmless");
  app.add_flag("--check", options.check,
               "Report commands that the documents forbid, though they are executed, such as state that is loaded "
               "while it is in use, "
               "and messages that use a state which has changed without an invalidation");
  app.add_option("--save-kernels", options.save_kernels, "Write the code of every kernel that runs to this directory")
      ->check(CLI::ExistingDirectory);
  CLI::Option* interpret = app.add_flag("--interpret", options.interpret, "Only interpret kernels");
  app.add_flag("--jit", options.jit, "Compile every kernel before it runs; interpret those that cannot be compiled")
      ->excludes(interpret);
  app.add_option("--hot-after", options.hot_after,
                 "Without --jit: compile a kernel when its instructions have run this many times on average, instead "
                 "of when interpreting it has taken longer than compiling it is expected to")
      ->check(count());
  app.add_flag("--no-cache", options.no_cache, "Do not cache compiled code on disk (same as EUGENE_CACHE=off)");
  app.add_option("--jit-dump", options.jit_dump,
                 "Write each compiled kernel to this directory, as Gen assembly, LLVM IR and host assembly")
      ->check(CLI::ExistingDirectory);
  app.add_flag("--perf-map", options.perf_map, "Tell perf the names of compiled kernels (/tmp/perf-PID.map)");
}

void end_if_compiling(const gpu::Tiers& tiers, int status) {
  if (!tiers.is_compiling()) return;
  (void)std::fflush(nullptr);
  std::_Exit(status);
}

}  // namespace eugene::cli
