// Settings from `eugene run` for the libraries in a program, in the environment, and their statistics: files of a
// directory (channel_names.h).
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "findings/fidelity.h"
#include "findings/finding.h"
#include "gpu/settings.h"
#include "gpu/tiers/tiered_kernel.h"
#include "gpu/work_stats.h"
#include "i915/channel_names.h"
#include "profile/counts.h"

namespace eugene::i915 {

// Statistics of a program's work on the GPU.
struct Stats {
  gpu::WorkStats work;
  std::vector<gpu::KernelStats> kernels;
  std::uint64_t calls = 0;              // of a driver to an open node
  std::uint64_t requests = 0;           // that it has submitted
  std::uint64_t queues = 0;             // of OpenCL and Level Zero that the program has made: it wants work done
  std::uint64_t contexts = 0;           // of the GPU, by drivers that make one when the program wants work done
  std::uint64_t video = 0;              // calls of VA-API that want something done
  bool has_opencl = false;              // Intel's OpenCL driver has been in a program that had no kernel run
  std::set<std::string> other_devices;  // that the program has loaded, in place of which it may have been meant to run
};

std::string settings_to_json(const gpu::Settings& settings);
Result<gpu::Settings> settings_from_json(std::string_view text);

std::string stats_to_json(const Stats& stats);
Result<Stats> stats_from_json(std::string_view text);
// Sums over all programs that have written to the directory.
Stats read_stats(const std::filesystem::path& directory);
std::vector<profile::KernelCounts> read_profile(const std::filesystem::path& directory);

// Of all programs, with those that a program has suppressed.
std::vector<findings::Finding> read_findings(const std::filesystem::path& directory);
// What they have executed by its fidelity, where the programs counted that.
std::vector<findings::KernelFidelity> read_fidelity(const std::filesystem::path& directory);

}  // namespace eugene::i915
