// The GPU of one process, configured by `eugene run`, and what observes the GPU.
#pragma once

#include <unistd.h>

#include <memory>

#include "base/per_process.h"

namespace eugene::gpu {
struct ExecutorOptions;
struct KernelFault;
struct Progress;
struct Report;
}  // namespace eugene::gpu
namespace eugene::i915 {
class DrmDevice;
struct QueueOptions;
}  // namespace eugene::i915
namespace eugene::settings {
struct Settings;
}

namespace eugene::inside::process {

class KernelDirectory;
class RunFiles;
class Statistics;
class Watchers;

class Process {
 public:
  Process();
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  i915::DrmDevice& drm() { return *drm_; }
  KernelDirectory& kernels() { return *kernels_; }
  Statistics& statistics() { return *statistics_; }
  // Null unless something watches the GPU.
  Watchers* watchers() { return watchers_->get(); }

  void begin_again();  // call in the child of a fork
  // Returns false in a child of vfork(), which shares this process's memory until it starts a program.
  bool is_own() const { return ::getpid() == pid_; }
  // Call before the program ends, and LLVM's tables with it: nothing is compiled from then on. Kernels still run, for
  // work that the program submits at its end.
  void stop_compiling();
  // Ends all work and writes the statistics to the directory.
  void end();

 private:
  gpu::ExecutorOptions executor();
  i915::QueueOptions options();

  void report(gpu::Report&& report);
  void complete(gpu::KernelFault& fault);
  // Keeps the progress of the running dispatch. Null: the dispatch has ended.
  void keep_progress(const gpu::Progress* progress);

  std::unique_ptr<const settings::Settings> settings_;
  PerProcess<RunFiles> files_;
  PerProcess<KernelDirectory> kernels_;
  PerProcess<Statistics> statistics_;
  PerProcess<std::unique_ptr<Watchers>> watchers_;
  // Has a thread that compiles, in `tiers`.
  PerProcess<gpu::ExecutorOptions> executor_;
  pid_t pid_ = ::getpid();
  bool has_told_mix_up_ = false;  // used by the thread that executes requests
  std::unique_ptr<i915::DrmDevice> drm_;
};

}  // namespace eugene::inside::process
