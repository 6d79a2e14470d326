// Options of a GPU: the device that it is, and how it executes. settings/settings.h adds the options of a program's
// run.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "base/variation.h"
#include "gpu/device.h"
#include "gpu/schedule/executor.h"
#include "gpu/tiers/compile_rule.h"

namespace eugene::gpu {

struct Options {
  std::string gpu{kUsersDevice.name};
  unsigned threads = 0;  // 0: as many as the host has
  double timeout = 0;    // seconds per dispatch; 0: unlimited
  double preempt = 0;    // milliseconds between forced preemptions; 0: only when another context needs the GPU
  std::uint64_t preempt_instructions = 0;          // instructions of a worker between forced preemptions; 0: off
  std::uint64_t preempt_most = ~std::uint64_t{0};  // max forced preemptions of a kernel
  bool strict = false;                             // reads of unmapped memory end their thread, as writes do
  bool report_bounds = false;
  std::string save_kernels;  // directory; empty: none
  bool interpret = false;
  bool jit = false;
  std::optional<std::uint64_t> hot_after;
  double patience = CompileRule::kPatience;  // gpu/tiers/compile_rule.h
  std::string jit_dump;                      // directory; empty: none
  bool no_cache = false;
  bool perf_map = false;
  // Whether the counts of instructions and lanes in statistics are used. Otherwise compiled code may leave them out.
  bool exact_counts = true;
  std::string host_cpu = "native";  // base/host_cpu.h
  Fill fill;                        // contents of fresh memory and registers
  Shuffle shuffle;                  // order of groups and threads

  bool operator==(const Options&) const = default;

  using KernelNames = std::function<std::string(std::span<const std::byte>)>;

  const Device& device() const;
  // Returns the options of the GPU's executor. `names` returns a kernel's name from its machine code.
  ExecutorOptions executor(KernelNames names, ObserverSources observers) const;
};

}  // namespace eugene::gpu
