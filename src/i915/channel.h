// The channel between `eugene run` and the libraries in a program. Settings go to the program in the environment;
// statistics come back as files in a directory (channel_names.h).
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "check/finding/fidelity.h"
#include "check/finding/finding.h"
#include "gpu/draw_stats.h"
#include "gpu/tiers/tiered_kernel.h"
#include "gpu/work_stats.h"
#include "i915/channel_names.h"
#include "profile/counts.h"
#include "settings/settings.h"

namespace eugene::i915 {

// Statistics of a program's work on the GPU.
struct Stats {
  gpu::WorkStats work;
  std::vector<gpu::KernelStats> kernels;
  gpu::DrawSummary draws;
  std::uint64_t calls = 0;     // driver calls to an open node
  std::uint64_t requests = 0;  // requests that drivers submitted
  std::uint64_t queues = 0;    // OpenCL and Level Zero queues created: a sign that the program wants work done
  std::uint64_t contexts = 0;  // GPU contexts created; 0 with a driver that creates them as soon as it is loaded
  std::uint64_t video = 0;     // VA-API calls that request work
  bool has_opencl = false;     // Intel's OpenCL driver was loaded by a process that ran no kernel
  std::set<std::string> other_devices;  // devices of other drivers in such a process: its work may have run there
};

std::string settings_to_json(const settings::Settings& settings);
Result<settings::Settings> settings_from_json(std::string_view text);

std::string stats_to_json(const Stats& stats);
Result<Stats> stats_from_json(std::string_view text);
// Returns the contents of the files in `directory` whose names begin with `prefix`.
std::vector<std::string> read_files(const std::filesystem::path& directory, const char* prefix);
// These functions return sums over all programs that have written to the directory.
Stats read_stats(const std::filesystem::path& directory);
std::vector<profile::KernelCounts> read_profile(const std::filesystem::path& directory);

// Returns the findings of all programs, including suppressed findings.
std::vector<check::Finding> read_findings(const std::filesystem::path& directory);
// Returns counts of executed instructions by fidelity, of the programs that counted them.
std::vector<check::KernelFidelity> read_fidelity(const std::filesystem::path& directory);

}  // namespace eugene::i915
