// What observes the GPU of a process beyond its statistics: checks, a debugger, a profile, a trace, and vISA that is
// executed in place of machine code. They are a third of the library, and most programs run without them, so
// `eugene run` has a program load libeugene_gpu.so, which has no watchers (watchers_none.cpp), or
// libeugene_gpu_watched.so, which has all of them (watchers/).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "calls.h"

namespace eugene::gpu {
struct ExecutorOptions;
struct Report;
}  // namespace eugene::gpu
namespace eugene::settings {
struct Settings;
}

namespace eugene::inside::process {

class KernelDirectory;
class RunFiles;
class Statistics;

// Safe for several threads.
class Watchers {
 public:
  Watchers() = default;
  Watchers(const Watchers&) = delete;
  Watchers& operator=(const Watchers&) = delete;
  virtual ~Watchers() = default;

  // Returns the options of an executor that is observed. Call once.
  virtual gpu::ExecutorOptions executor() = 0;
  // Whether executor() has found a debugger, whose user knows when the program is stopped.
  virtual bool has_debugger() const = 0;
  // Returns false if the report is not a finding of a checked run and must be printed unchanged.
  virtual bool take(gpu::Report& report) = 0;
  // Whether kernels are executed as vISA. An offset in vISA is not an offset in machine code.
  virtual bool executes_visa() const = 0;
  // Writes what has been counted so far, beside the statistics.
  virtual void write_profile() = 0;
  // Ends what is written to files. Call when the GPU has stopped.
  virtual void end() = 0;

  // Reports of the program, as calls.h describes them.
  virtual std::uint64_t launch(const eugene_launched& launch) = 0;
  virtual void take_back(std::uint64_t launch) = 0;
  virtual void share(std::uint64_t address, std::size_t bytes, std::size_t room) = 0;
  virtual void read_back(std::uint64_t buffer, std::uint64_t offset, std::uint64_t bytes) = 0;
  virtual void access(const eugene_access& access) = 0;
  virtual void misuse(const eugene_misuse& misuse) = 0;
};

// Null if this library has no watchers.
std::unique_ptr<Watchers> make_watchers(const settings::Settings& settings, RunFiles& files, KernelDirectory& kernels,
                                        Statistics& statistics);

}  // namespace eugene::inside::process
