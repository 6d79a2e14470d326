// Settings of users: the GPU, how it executes, and how its work is watched. Each setting has a row in settings_table.h.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "accesses/trace_source.h"
#include "check/kinds.h"
#include "gpu/options.h"
#include "profile/profiler.h"

namespace eugene::settings {

// Use of the vISA of kernels.
enum class VisaUse : std::uint8_t {
  none,
  run,      // executed in place of machine code
  compare,  // executed in addition to machine code, and compared with it
};
inline constexpr std::array<std::string_view, 3> kVisaUses{"none", "run", "compare"};  // names of the enumerators

// Options of a run that are not the GPU's own: its watchers, and the drivers that the program uses.
struct RunOptions {
  bool profile = false;       // profile kernels
  std::string profile_model;  // parsed by profile::read_parameters(); empty: the device's own
  std::string trace;          // kinds of events to record, parsed by accesses::parse_kinds(); empty: none
  std::string trace_file = "trace.parquet";  // output file of `trace`
  VisaUse visa = VisaUse::none;
  check::Kinds check;              // kinds of errors to look for
  std::string check_log;           // file for findings; empty: standard error
  std::string suppressions;        // file of findings to suppress; empty: none
  std::uint64_t max_errors = 100;  // max findings that a process prints
  std::string kernel;              // glob of the kernels whose findings count; empty: all
  std::string launch;              // launches whose findings count, as check::parse_launches() reads them; empty: all
  std::string driver;              // directory of drivers to use; empty: the installed drivers
  std::string icd;                 // file that names an OpenCL or Vulkan driver to use; empty: the installed drivers
  bool require_gpu = false;        // a run without a dispatch is an error

  bool operator==(const RunOptions&) const = default;
};

struct Settings : gpu::Options, RunOptions {
  bool operator==(const Settings&) const = default;

  // Null if nothing is profiled.
  std::shared_ptr<profile::Profiler> profiler() const;
  // Null if nothing is traced.
  std::shared_ptr<accesses::TraceSource> tracer(accesses::TraceSource::FactsOf facts = {}) const;
  // Returns the options of the GPU's executor. `names` returns a kernel's name from its machine code. `profiler` counts
  // dispatches; null: disabled. `others` are further observers.
  gpu::ExecutorOptions executor(std::shared_ptr<profile::Profiler> profiler, KernelNames names = {},
                                gpu::ObserverSources others = {}) const;
};

}  // namespace eugene::settings
