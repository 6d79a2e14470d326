// The DrmDevice of one process, configured by `eugene run`, with its reports and statistics.
#pragma once

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/per_process.h"
#include "binary/kernel_origin.h"
#include "check/check_source.h"
#include "check/init/results.h"
#include "checked_run.h"
#include "debug/debug_source.h"
#include "debug/program_text.h"
#include "i915/channel.h"
#include "i915/drm_device.h"
#include "launches.h"
#include "null_arguments.h"
#include "shader_programs.h"
#include "visa_kernels.h"

namespace eugene::i915 {

using check::CheckSource;
using check::DeviceKernels;
using check::InitResults;

class Process {
 public:
  Process();

  DrmDevice& drm() { return *drm_; }
  std::uint64_t failures();
  // Counts an ioctl of an open node. `is_request` is true if the ioctl has submitted work.
  void count_call(bool is_request) {
    ++counts_->calls;
    if (is_request) ++counts_->requests;
  }
  void count_queue() { ++counts_->queues; }
  void count_context() { ++counts_->contexts; }
  void count_video() { ++counts_->video; }
  NullArguments& null_arguments() { return *null_arguments_; }
  Launches& launches() { return *launches_; }
  // Returns the launch's ID, like Launches::add().
  std::uint64_t launch(const eugene_launched& launch);
  // Handles a report that the program has read bytes of the buffer with number `buffer`.
  void read_back(std::uint64_t buffer, std::uint64_t offset, std::uint64_t bytes);
  // Handles an access of a command that a queue is about to get, or of mapped memory.
  void access(const eugene_access& access);
  // Handles a call of OpenCL that is forbidden.
  void misuse(const eugene_misuse& misuse);
  // Call when a node has been closed. Notes the drivers of other devices, which may be unloaded together with the
  // node's driver.
  void note_other_devices();
  // Keeps the progress of the running dispatch. Null: the dispatch has ended.
  void keep_progress(const gpu::Progress* progress) const;
  void begin_again();  // call in the child of a fork
  // Returns false in a child of vfork(), which shares this process's memory until it starts a program.
  bool is_own() const { return ::getpid() == pid_; }
  // Call before the program ends, and LLVM's tables with it: nothing is compiled from then on. Kernels still run, for
  // work that the program submits at its end.
  void stop_compiling();
  // Writes the statistics so far, unless another thread is counting: the caller may be a signal handler, or a child of
  // vfork().
  void leave_statistics();
  // Ends all work and writes the statistics to the directory.
  void end();

 private:
  std::unique_ptr<VisaKernels> visa_kernels() const;
  gpu::ExecutorOptions executor();
  std::shared_ptr<accesses::TraceSource> tracer();
  check::Host check_host();
  gpu::ObserverSources checks();
  void add_debugger(gpu::ExecutorOptions& options);
  void stop_at(const check::Finding& finding);
  std::shared_ptr<const gpu::Substitute> find_visa(std::span<const std::byte> code) const;
  QueueOptions options();
  void complete(gpu::KernelFault& fault) const;
  bool is_launched(const gpu::KernelFault& fault);
  bool take_finding(gpu::Report& report);
  void keep(check::Finding finding);
  void keep(const check::KernelFidelity& fidelity, std::uint64_t launch);
  void note_drivers();
  void write_stats_now_and_then();
  void write_stats();
  // Writes a file of the directory. Its name is `prefix` and the process ID.
  void write_file(const char* prefix, const std::string& text);
  debug::ProgramText debug_program(std::span<const std::byte> code);
  binary::KernelOrigin origin_of(std::span<const std::byte> code, const std::string& name = {}) const;
  std::string name_of(std::span<const std::byte> code) const;
  DeviceKernels kernels_of(std::span<const std::byte> code, bool again);

  std::filesystem::path directory_;
  settings::Settings settings_;
  PerProcess<std::unique_ptr<CheckedRun>> checked_;
  PerProcess<std::unique_ptr<VisaKernels>> visa_;
  PerProcess<std::shared_ptr<accesses::TraceSource>> trace_;  // null: no trace
  PerProcess<std::shared_ptr<profile::Profiler>> profiler_;   // null: no profile
  std::shared_ptr<debug::DebugSource> debugger_;              // null: no debugger
  // Has a thread that compiles, in `tiers`.
  PerProcess<gpu::ExecutorOptions> executor_;
  struct Counts {
    std::mutex mutex;  // guards `stats`
    Stats stats;
    std::atomic<std::uint64_t> calls = 0;
    std::atomic<std::uint64_t> requests = 0;
    std::atomic<std::uint64_t> queues = 0;
    std::atomic<std::uint64_t> contexts = 0;
    std::atomic<std::uint64_t> video = 0;
    bool are_contexts_meant = true;  // false: a driver was loaded that makes contexts before the program requests any
    bool is_lost = false;            // the file could not be written
  };
  PerProcess<Counts> counts_;
  std::chrono::steady_clock::time_point next_write_;  // when to write statistics next
  struct Names {
    std::mutex mutex;
    binary::KernelNames in_binaries;
    std::map<std::string, std::string> of_code;  // known names by machine code
  };
  mutable PerProcess<Names> names_;
  PerProcess<NullArguments> null_arguments_;
  PerProcess<Launches> launches_;
  PerProcess<ShaderPrograms> shader_programs_;
  PerProcess<check::Overlaps> overlaps_;
  PerProcess<InitResults> init_results_;
  PerProcess<InitResults> inexact_results_{check::InitBytes::Begin::defined};
  struct Kernels {
    std::mutex mutex;
    std::map<std::string, DeviceKernels> of_code;  // known kernels by machine code
  };
  PerProcess<Kernels> kernels_;
  pid_t pid_ = ::getpid();
  bool has_told_mix_up_ = false;  // used by the thread that executes requests
  std::unique_ptr<DrmDevice> drm_;
};

}  // namespace eugene::i915
