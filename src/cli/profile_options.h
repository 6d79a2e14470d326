// The options about profiles, of the subcommands that make one.
#pragma once

#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "gpu_options.h"

namespace CLI {
class App;
}

namespace eugene::cli {

struct ProfileOutput {
  bool wanted = false;  // text, on standard error
  bool whole = false;   // text about every instruction, not only the hottest ones
  std::string json;     // a file, or the number of an open descriptor; empty: none
  std::string html;
  std::string before;  // a profile as JSON to compare with; empty: none

  bool any() const { return wanted || whole || !json.empty() || !html.empty() || !before.empty(); }
  // True if the profile goes to standard output, where a program reads it. Then nothing else may be printed there.
  bool takes_stdout() const { return json == "-" || html == "-"; }
};

// Adds --profile, --profile-full, --profile-json FILE, --profile-html FILE, --profile-compare FILE.
void add_profile_options(CLI::App& app, ProfileOutput& output);

// Refuses options that contradict each other: preemption with a profile, or a model of the GPU without a profile.
// Returns nothing if the options are fine.
std::optional<Diagnostic> profile_conflict(const GpuOptions& gpu, const ProfileOutput& output);

// Refuses two outputs on standard output: a profile, and the output of the option `other` (null: none). Returns nothing
// if there is at most one.
std::optional<Diagnostic> output_conflict(const ProfileOutput& output, const char* other);

// Closes the profile's descriptor in programs that are started. Otherwise the reader of the profile would wait for the
// program's children too.
void close_on_exec(const ProfileOutput& output);

// Returns the descriptor that `file` names by its number, or nothing if `file` is not a number.
std::optional<int> parse_descriptor(const std::string& file);

}  // namespace eugene::cli
