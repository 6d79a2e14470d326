// Where a profile goes, for every subcommand that makes one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "isa/gen.h"
#include "profile/counts.h"

namespace CLI {
class App;
}

namespace eugene::cli {

struct ProfileOutput {
  bool wanted = false;  // text, on standard error
  std::string json;     // files; empty: none
  std::string html;

  bool any() const { return wanted || !json.empty() || !html.empty(); }
};

// --profile, --profile-json FILE, --profile-html FILE.
void add_profile_options(CLI::App& app, ProfileOutput& output);

// False, with a message, where a file cannot be written. `title`: of the page.
bool write_profile(const ProfileOutput& output, const isa::Gen& gen, const std::vector<profile::KernelCounts>& kernels,
                   std::string_view title);

}  // namespace eugene::cli
