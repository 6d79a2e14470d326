// The GPU of one process, configured by `eugene run`, and what observes the GPU.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <memory>
#include <span>

#include "base/per_process.h"

namespace eugene::accesses {
class TraceSource;
}
namespace eugene::debug {
class DebugSource;
}
namespace eugene::gpu {
struct ExecutorOptions;
struct KernelFault;
struct Progress;
struct Report;
struct Substitute;
}  // namespace eugene::gpu
namespace eugene::i915 {
class DrmDevice;
struct QueueOptions;
}  // namespace eugene::i915
namespace eugene::profile {
class Profiler;
}
namespace eugene::settings {
struct Settings;
}

namespace eugene::inside::process {

class Checks;
class KernelDirectory;
class RunFiles;
class Statistics;
class VisaKernels;

class Process {
 public:
  Process();
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  i915::DrmDevice& drm() { return *drm_; }
  KernelDirectory& kernels() { return *kernels_; }
  Statistics& statistics() { return *statistics_; }
  Checks& checks() { return *checks_; }

  void begin_again();  // call in the child of a fork
  // Returns false in a child of vfork(), which shares this process's memory until it starts a program.
  bool is_own() const { return ::getpid() == pid_; }
  // Call before the program ends, and LLVM's tables with it: nothing is compiled from then on. Kernels still run, for
  // work that the program submits at its end.
  void stop_compiling();
  // Ends all work and writes the statistics to the directory.
  void end();

 private:
  std::unique_ptr<VisaKernels> visa_kernels() const;
  std::shared_ptr<accesses::TraceSource> tracer();
  gpu::ExecutorOptions executor();
  i915::QueueOptions options();

  std::shared_ptr<const gpu::Substitute> find_visa(std::span<const std::byte> code);
  void report(gpu::Report&& report);
  void complete(gpu::KernelFault& fault);
  // Keeps the progress of the running dispatch. Null: the dispatch has ended.
  void keep_progress(const gpu::Progress* progress);

  std::unique_ptr<const settings::Settings> settings_;
  PerProcess<RunFiles> files_;
  PerProcess<KernelDirectory> kernels_;
  PerProcess<Statistics> statistics_;
  PerProcess<Checks> checks_;
  PerProcess<std::unique_ptr<VisaKernels>> visa_;
  PerProcess<std::shared_ptr<accesses::TraceSource>> trace_;  // null: no trace
  PerProcess<std::shared_ptr<profile::Profiler>> profiler_;   // null: no profile
  std::shared_ptr<debug::DebugSource> debugger_;              // null: no debugger
  // Has a thread that compiles, in `tiers`.
  PerProcess<gpu::ExecutorOptions> executor_;
  pid_t pid_ = ::getpid();
  bool has_told_mix_up_ = false;  // used by the thread that executes requests
  std::unique_ptr<i915::DrmDevice> drm_;
};

}  // namespace eugene::inside::process
