// The checks of `eugene run --check` in this process: what the program reports of its launches, buffers and commands,
// and the findings.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

#include "check/check_source.h"
#include "check/finding/fidelity.h"
#include "check/init/results.h"
#include "check/race/overlaps.h"
#include "checked_run.h"
#include "launches.h"
#include "process/calls.h"
#include "shader_programs.h"

namespace eugene::debug {
class DebugSource;
}

namespace eugene::inside::process {

class KernelDirectory;
class RunFiles;
class Statistics;

// Safe for several threads.
class Checks {
 public:
  Checks(const settings::Settings& settings, RunFiles& files, KernelDirectory& kernels, Statistics& statistics);

  // Returns the observers of a checked run. Its findings stop the program for `debugger`, unless this is null.
  gpu::ObserverSources observers(const std::shared_ptr<debug::DebugSource>& debugger);
  // Returns the observers that find mistakes only for the debugger, in a run without checks.
  gpu::ObserverSources observers_for_debugger(const std::shared_ptr<debug::DebugSource>& debugger);

  // Returns false if the report is not a finding of a checked run and must be printed unchanged.
  bool take(gpu::Report& report);

  // Adds a launch, and reports arguments in memory that the program has released. Returns the launch's ID.
  std::uint64_t launch(const eugene_launched& launch);
  Launches& launches() { return launches_; }
  // Handles a report that the program has read bytes of the buffer with number `buffer`.
  void read_back(std::uint64_t buffer, std::uint64_t offset, std::uint64_t bytes);
  // Handles an access of a command that a queue is about to get, or of mapped memory.
  void access(const eugene_access& access);
  // Handles a call of OpenCL that is forbidden.
  void misuse(const eugene_misuse& misuse);

 private:
  check::Host host();
  bool is_launched(const gpu::KernelFault& fault);
  void keep(check::Finding finding);
  void keep(const check::KernelFidelity& fidelity, std::uint64_t launch);
  void write_if(ReportResult taken);

  const settings::Settings* settings_;
  RunFiles* files_;
  KernelDirectory* kernels_;
  Statistics* statistics_;
  std::mutex mutex_;  // guards `found_`
  CheckedRun found_;
  Launches launches_;
  ShaderPrograms shader_programs_;
  check::Overlaps overlaps_;
  check::InitResults init_results_;
  check::InitResults inexact_results_{check::InitBytes::Begin::defined};
};

}  // namespace eugene::inside::process
