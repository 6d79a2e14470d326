// What implements watched_run.h in libeugene_tools.so.
#include "watched_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "accesses/trace.h"
#include "check/kinds.h"
#include "check_output.h"
#include "i915/channel.h"
#include "profile/parameters.h"
#include "profile_output.h"
#include "run.h"

namespace eugene::cli {
namespace {

// Returns the script of "/usr/bin/python3 script.py", or the program of "./program --its-option": the first word that
// is a file in or below the current directory.
std::string program_file(const RunOptions& options) {
  for (const std::string& word : options.command) {
    const std::filesystem::path path = std::filesystem::path(word).lexically_normal();
    std::error_code error;
    if (path.is_relative() && std::filesystem::is_regular_file(path, error)) return path.string();
  }
  return options.command.front();
}

class ReadRun final : public WatchedRun {
 public:
  ReadRun(const RunOptions& options, const std::filesystem::path& directory)
      : options_(&options),
        findings_{.settings = options.gpu, .output = options.check, .program = program_file(options)} {
    if (options.gpu.check.any()) findings_.collect(i915::read_findings(directory));
    if (options.gpu.check.has(check::Kind::fidelity)) findings_.fidelity = i915::read_fidelity(directory);
    if (!options.profile.any()) return;
    kernels_ = i915::read_profile(directory);
    draws_ = i915::read_stats(directory).draws;
  }

  std::size_t findings() const override { return findings_.findings(); }
  const std::vector<check::KernelFidelity>& fidelity() const override { return findings_.fidelity; }
  bool write_profile() override {
    const gpu::Device& device = options_->gpu.device();
    return cli::write_profile(options_->profile,
                              {{device.gen, device.full_name, std::move(kernels_), std::move(draws_)}},
                              program_name(*options_));
  }
  int exit_status(int status) const override { return findings_.exit_status(status); }
  int end(int status, std::uint64_t kernels) const override { return findings_.end(status, kernels); }

 private:
  const RunOptions* options_;
  RunFindings findings_;
  std::vector<profile::KernelCounts> kernels_;
  gpu::DrawSummary draws_;
};

}  // namespace

bool can_watch() { return true; }

std::vector<std::string> check_kind_names() {
  std::vector<std::string> names;
  names.reserve(check::kCheckKinds.size());
  for (const check::Check* each : check::kCheckKinds) names.emplace_back(each->name);
  return names;
}

std::string check_kinds_help() { return check::kinds_help(); }

std::string check_kinds_text(const check::Kinds& kinds) { return check::to_text(kinds); }
std::optional<check::Kinds> read_check_kinds(std::string_view text) { return check::read_kinds(text); }
bool is_launches(std::string_view text) { return check::parse_launches(text).has_value(); }
bool is_trace_kinds(std::string_view text) { return accesses::parse_kinds(text).has_value(); }

std::string refusal_of_parameters(std::string_view text) {
  const auto read = profile::read_parameters(text);
  return read ? std::string() : read.error().message;
}

std::unique_ptr<WatchedRun> read_watched_run(const RunOptions& options, const std::filesystem::path& directory) {
  return std::make_unique<ReadRun>(options, directory);
}

bool end_trace(const std::shared_ptr<accesses::TraceSource>& trace) {
  if (trace == nullptr) return true;
  const Result<void> done = trace->finish();
  if (!done) fmt::print(stderr, "eugene: the trace is not complete: {}\n", done.error().message);
  return done.has_value();
}

}  // namespace eugene::cli
