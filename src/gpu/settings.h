// Settings of users: the GPU, and how it executes. Each setting has a row in settings_table.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/variation.h"
#include "gpu/check_kinds.h"
#include "gpu/device.h"
#include "gpu/schedule/executor.h"
#include "gpu/schedule/trace_source.h"
#include "gpu/tiers/compile_rule.h"
#include "profile/profiler.h"

namespace eugene::gpu {

// Use of the vISA of kernels.
enum class VisaUse : std::uint8_t {
  none,
  run,      // executed in place of machine code
  compare,  // executed in addition to machine code, and compared with it
};
inline constexpr std::array<std::string_view, 3> kVisaUses{"none", "run", "compare"};  // names of the enumerators

struct Settings {
  std::string gpu{kUsersDevice.name};
  unsigned threads = 0;  // 0: as many as the host has
  double timeout = 0;    // seconds per dispatch; 0: unlimited
  double preempt = 0;    // milliseconds between forced preemptions; 0: only when another context needs the GPU
  std::uint64_t preempt_instructions = 0;          // instructions of a worker between forced preemptions; 0: off
  std::uint64_t preempt_most = ~std::uint64_t{0};  // max forced preemptions of a kernel
  bool strict = false;                             // reads of unmapped memory end their thread, as writes do
  bool report_bounds = false;
  bool profile = false;                      // profile kernels
  std::string profile_model;                 // parsed by profile::read_parameters(); empty: the device's own
  std::string trace;                         // kinds of events to record, parsed by trace::kinds_of(); empty: none
  std::string trace_file = "trace.parquet";  // output file of `trace`
  VisaUse visa = VisaUse::none;
  CheckKinds check;                // kinds of errors to look for
  std::string check_log;           // file for findings; empty: standard error
  std::string suppressions;        // file of findings to suppress; empty: none
  std::uint64_t max_errors = 100;  // max findings that a process prints
  std::string kernel;              // glob of the kernels whose findings count; empty: all
  std::string launch;              // launches whose findings count, as launches_of() reads them; empty: all
  std::string save_kernels;        // directory; empty: none
  bool interpret = false;
  bool jit = false;
  std::optional<std::uint64_t> hot_after;
  double patience = CompileRule::kPatience;  // gpu/tiers/compile_rule.h
  std::string jit_dump;                      // directory; empty: none
  bool no_cache = false;
  bool perf_map = false;
  std::string host_cpu = "native";  // base/host_cpu.h
  std::string driver;               // directory of drivers to use; empty: the installed drivers
  std::string icd;                  // file that names an OpenCL or Vulkan driver to use; empty: the installed drivers
  bool require_gpu = false;         // a run without a dispatch is an error
  Fill fill;                        // contents of fresh memory and registers
  Shuffle shuffle;                  // order of groups and threads

  bool operator==(const Settings&) const = default;

  using KernelNames = std::function<std::string(std::span<const std::byte>)>;

  const Device& device() const;
  // Null if nothing is profiled.
  std::shared_ptr<profile::Profiler> profiler() const;
  // Null if nothing is traced.
  std::shared_ptr<TraceSource> tracer(TraceSource::FactsOf facts = {}) const;
  // `names` returns a kernel's name from its machine code. `profiler` counts dispatches; null: disabled. `others` are
  // further observers.
  ExecutorOptions executor(std::shared_ptr<profile::Profiler> profiler, KernelNames names = {},
                           ObserverSources others = {}) const;
};

}  // namespace eugene::gpu
