// Where a profile goes, for every subcommand that makes one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "gpu_options.h"
#include "isa/gen.h"
#include "profile/counts.h"

namespace CLI {
class App;
}

namespace eugene::cli {

struct ProfileOutput {
  bool wanted = false;  // text, on standard error
  bool whole = false;   // of every instruction, not of the hottest alone
  std::string json;     // a file, or the number of an open descriptor; empty: none
  std::string html;
  std::string before;  // a profile as JSON to compare with; empty: none

  bool any() const { return wanted || whole || !json.empty() || !html.empty() || !before.empty(); }
  // A program reads standard output then: nothing else may be printed there.
  bool takes_stdout() const { return json == "-" || html == "-"; }
};

// --profile, --profile-full, --profile-json FILE, --profile-html FILE, --profile-compare FILE.
void add_profile_options(CLI::App& app, ProfileOutput& output);

// With a profile, nothing is preempted: what asks for that is refused, and a model of the GPU without a profile. None
// where the options go together.
std::optional<Diagnostic> profile_conflict(const GpuOptions& gpu, const ProfileOutput& output);

// Standard output takes one profile or what the option `other` (null: none) writes there, not both. None where it has
// one of them at most.
std::optional<Diagnostic> output_conflict(const ProfileOutput& output, const char* other);

// A program that is started does not get the descriptor that the profile is written to: who reads it would wait for
// the program's own children.
void close_on_exec(const ProfileOutput& output);

// Kernels of one generation, on one device.
struct Profiled {
  const isa::Gen* gen = nullptr;
  std::string_view device;
  std::vector<profile::KernelCounts> kernels;
};
// False, with a message, where a file cannot be written. `title`: of the page.
bool write_profile(const ProfileOutput& output, const std::vector<Profiled>& profiled, std::string_view title);

}  // namespace eugene::cli
