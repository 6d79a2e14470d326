// What `eugene run` does where something watches the program: checks, a profile, a trace, vISA or the debugger, and
// what it does by the protocol of a simulator. Most runs need none of it, so the command itself does without the code
// (watched_run_none.cpp): it leaves a command line that needs the code to libeugene_tools.so (watched_run.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "check/finding/fidelity.h"
#include "run_options.h"

namespace eugene::cli {

// Whether this program has the code.
bool can_watch();

// Describe and read values of options. Without the code, each function that reads a value throws NeedsTools
// (commands.h).
std::vector<std::string> check_kind_names();
std::string check_kinds_help();
std::string check_kinds_text(const check::Kinds& kinds);
std::optional<check::Kinds> read_check_kinds(std::string_view text);
bool is_launches(std::string_view text);
bool is_trace_kinds(std::string_view text);
std::string refusal_of_parameters(std::string_view text);
// Fails if the file of suppressions is wrong. An empty name means no file.
Result<void> check_suppressions(const std::string& file);

// The findings and profiles of a program that has ended.
class WatchedRun {
 public:
  WatchedRun() = default;
  WatchedRun(const WatchedRun&) = delete;
  WatchedRun& operator=(const WatchedRun&) = delete;
  virtual ~WatchedRun() = default;

  virtual std::size_t findings() const = 0;
  virtual const std::vector<check::KernelFidelity>& fidelity() const = 0;
  // Writes the profile, if one is asked for. Returns false, with a message, if a file cannot be written.
  virtual bool write_profile() = 0;
  // Returns the command's exit status. `status` is the program's exit status.
  virtual int exit_status(int status) const = 0;
  // Writes the files and the summary of the findings. Returns the exit status: `status`, unless a file cannot be
  // written. `kernels` is the number of kernels that have run.
  virtual int end(int status, std::uint64_t kernels) const = 0;
};
// Reads what the program has left in the directory. The result refers to `options`. Null if can_watch() is false.
std::unique_ptr<WatchedRun> read_watched_run(const RunOptions& options, const std::filesystem::path& directory);

// Runs the program with the GPU in this process, which Intel's driver takes for a simulator.
int run_tbx(RunOptions& options);

}  // namespace eugene::cli
