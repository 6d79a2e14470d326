// Writes profiles, for every subcommand that makes one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/draw_stats.h"
#include "isa/gen.h"
#include "profile/counts.h"
#include "profile_options.h"

namespace eugene::cli {

// Kernels of one generation, on one device.
struct Profiled {
  const isa::Gen* gen = nullptr;
  std::string_view device;
  std::vector<profile::KernelCounts> kernels;
  gpu::DrawSummary draws = {};
};
// Writes the profile. Returns false, with a message, if a file cannot be written. `title` is the page's title.
bool write_profile(const ProfileOutput& output, const std::vector<Profiled>& profiled, std::string_view title);

}  // namespace eugene::cli
