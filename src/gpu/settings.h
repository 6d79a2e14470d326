// Settings of users: the GPU, and how it executes. settings_table.h has a row for each.
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
  compare,  // executed beside machine code, and compared with it
};
inline constexpr std::array<std::string_view, 3> kVisaUses{"none", "run", "compare"};  // their names

struct Settings {
  std::string gpu{kUsersDevice.name};
  unsigned threads = 0;  // 0: as many as the host has
  double timeout = 0;    // seconds a dispatch; 0: none
  double preempt = 0;    // milliseconds between forced preemptions; 0: only when another context needs the GPU
  std::uint64_t preempt_instructions = 0;          // the period in instructions of a worker
  std::uint64_t preempt_most = ~std::uint64_t{0};  // most forced preemptions of a kernel
  bool strict = false;                             // reads of unmapped memory end their thread, as writes do
  bool report_bounds = false;
  bool profile = false;                      // count what kernels do
  std::string profile_model;                 // as profile::read_parameters() reads it; empty: the device's own
  std::string trace;                         // what is recorded, as trace::kinds_of() reads it; empty: nothing
  std::string trace_file = "trace.parquet";  // where
  VisaUse visa = VisaUse::none;
  CheckKinds check;                // what is looked for
  std::string check_log;           // file for what --check finds; empty: standard error
  std::string suppressions;        // file of findings that are not to be reported; empty: none
  std::uint64_t max_errors = 100;  // most findings that a process prints
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
  std::string driver;               // directory of drivers to use in place of the installed ones; empty: those
  std::string icd;                  // file that names a driver of OpenCL or Vulkan, in its place; empty: the installed
  bool require_gpu = false;         // a run without a dispatch is an error
  Fill fill;                        // contents of fresh memory and registers
  Shuffle shuffle;                  // order of groups and threads

  bool operator==(const Settings&) const = default;

  using KernelNames = std::function<std::string(std::span<const std::byte>)>;

  const Device& device() const;
  // Null where nothing is profiled.
  std::shared_ptr<profile::Profiler> profiler() const;
  // Null where nothing is traced.
  std::shared_ptr<TraceSource> tracer(TraceSource::FactsOf facts = {}) const;
  // `names`: what kernels are called, from their machine code. `profiler`: null, or what dispatches are counted into.
  // `others`: what else observes them.
  ExecutorOptions executor(std::shared_ptr<profile::Profiler> profiler, KernelNames names = {},
                           ObserverSources others = {}) const;
};

}  // namespace eugene::gpu
