// `eugene run`: runs an unmodified program through the GPU's real driver, with Eugene as the GPU.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client_environment.h"
#include "commands.h"
#include "drivers.h"
#include "i915/channel.h"
#include "opencl_driver.h"
#include "run.h"
#include "run_directory.h"
#include "run_options.h"
#include "run_program.h"
#include "run_remarks.h"
#include "run_stats.h"
#include "watched_run.h"

namespace eugene::cli {

std::filesystem::path vendors(const RunOptions& options) {
  if (!options.gpu.icd.empty()) return options.gpu.icd;
  if (!options.all_platforms) return intel_icd(options.gpu.device());
  const char* variable = std::getenv("OCL_ICD_VENDORS");
  if (variable == nullptr || *variable == 0) return kVendors;
  // The loader looks for a bare name in its default directory.
  return std::string_view(variable).find('/') == std::string_view::npos ? std::filesystem::path(kVendors) / variable
                                                                        : std::filesystem::path(variable);
}

int print_failure(const RunOptions& options, const Diagnostic& error) {
  fmt::print(stderr, "eugene {}: {}\n", options.name, error.message);
  if (!error.hint.empty()) fmt::print(stderr, "  hint: {}\n", error.hint);
  return kUsage;
}

void print_stats(const RunOptions& options, const RunStats& stats) {
  if (!options.stats.empty()) fmt::print(stderr, "{}", options.stats == "json" ? as_json(stats) : as_text(stats));
}

int exit_status(const RunOptions& options, int status, const gpu::WorkStats& stats) {
  const bool is_wrong = (options.gpu.strict && stats.failures != 0) || stats.differences != 0 ||
                        (options.gpu.require_gpu && stats.dispatches == 0);
  return status == kClean && is_wrong ? kFaulted : status;
}

std::string program_name(const RunOptions& options) {
  return std::filesystem::path(options.command.front()).filename().string();
}

namespace {

// Makes the program use the drivers of --driver and --icd instead of the installed ones.
Result<void> choose_drivers(const RunOptions& options, const RunDirectory& directory, Variables& set) {
  if (!options.gpu.driver.empty()) {
    if (auto used = use_drivers_in(options.gpu.driver, options.gpu.device(), directory.path(), set); !used) return used;
  }
  if (!options.gpu.icd.empty()) use_icd(options.gpu.icd, set);
  return {};
}

using Fidelity = std::vector<check::KernelFidelity>;

// Prints statistics, findings and profile after the program's end. Returns the command's exit status.
int end_i915(RunOptions& options, const RunDirectory& directory, int status,
             std::chrono::steady_clock::time_point start) {
  tell_of_death_in_compiler(options.name, directory.path(), options.gpu.device(), status);
  tell_of_death_in_dispatch(directory.path());
  i915::Stats stats = i915::read_stats(directory.path());
  const std::string remark = remark_on_no_dispatch(stats);
  if (stats.work.dispatches == 0) {
    if (options.gpu.driver.empty() && directory.was_asked_for_opencl() &&
        !find_opencl_platform(options.gpu.device()).is_rusticl) {
      if (const Result<void> driver = find_intel_driver(vendors(options)); !driver)
        print_failure(options, driver.error());
    }
    tell_of_no_opencl(options.name, stats, options.gpu.device());
    if (!remark.empty()) fmt::print(stderr, "eugene {}: {}\n", options.name, remark);
    if (options.gpu.require_gpu) tell_of_required_gpu(options.name, stats);
  }
  if (options.gpu.visa == settings::VisaUse::compare)
    fmt::print(stderr, "eugene {}: vISA and machine code compared in {} of {} dispatches: {} differ\n", options.name,
               stats.work.visa, stats.work.dispatches, stats.work.differences);
  const bool is_complete = directory.has_all_statistics();
  if (!is_complete)
    print_failure(options, fail("the statistics are not complete: a program could not write its own").error());
  const std::unique_ptr<WatchedRun> watched = read_watched_run(options, directory.path());
  const auto has_run = [](const gpu::KernelStats& each) { return each.dispatches != 0; };
  const auto kernels_run = static_cast<std::uint64_t>(std::ranges::count_if(stats.kernels, has_run));
  print_stats(options, {.device = &options.gpu.device(),
                        .all = stats.work,
                        .findings = watched == nullptr ? 0 : watched->findings(),
                        .fidelity = watched == nullptr ? Fidelity() : watched->fidelity(),
                        .requests = stats.requests,
                        .remark = remark,
                        .kernels = std::move(stats.kernels),
                        .draws = stats.draws,
                        .wall = std::chrono::steady_clock::now() - start});
  const bool has_profile = watched == nullptr || watched->write_profile();
  int result = exit_status(options, watched == nullptr ? status : watched->exit_status(status), stats.work);
  const bool is_whole = directory.has_all_traces() && is_complete;
  if (!has_profile || (!is_whole && result == kClean)) result = kUsage;
  return watched == nullptr ? result : watched->end(result, kernels_run);
}

// Runs the program with the GPU inside: a preloaded library brings the GPU into the program.
int run_i915(RunOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  options.gpu.exact_counts = !options.stats.empty() || options.gpu.visa != settings::VisaUse::none;
  const Result<RunDirectory> directory = RunDirectory::create(options.gpu);
  if (!directory) return print_failure(options, directory.error());
  Result<Variables> set = i915_environment(*directory, options);
  if (!set) return print_failure(options, set.error());
  if (options.unoptimised) set->emplace_back(i915::kUnoptimisedVariable, "1");
  if (options.gpu.visa != settings::VisaUse::none) {
    const Result<void> added = add_compiler_files(*directory, options.visa_kernels, *set);
    if (!added) return print_failure(options, added.error());
  }
  if (const Result<void> chosen = choose_drivers(options, *directory, *set); !chosen)
    return print_failure(options, chosen.error());
  const Signals signals;
  DebugFront* debugger = options.debugger.get();  // its thread blocks the same signals
  if (debugger != nullptr) {
    add_lines(*set);
    set->emplace_back(i915::kChecksVariable, "debug");  // makes launches and their arguments known
    if (const Result<void> open = debugger->open(directory->path() / i915::kDebuggerSocket); !open)
      return print_failure(options, open.error());
  }
  const ProgramStart program{options.command, options.profile.takes_stdout(), options.name};
  const int status = run_program(program, signals, *set, [&directory] { directory->interrupt(); }, debugger);
  if (debugger != nullptr) debugger->has_ended(status);
  return end_i915(options, *directory, status, start);
}

// Adds a subcommand. `name` is run, or profile (run with a profile).
void add_command(CLI::App& app, int& exit_code, const std::string& name, const std::string& what,
                 const std::string& examples) {
  CLI::App* command = app.add_subcommand(name, what);
  auto options = std::make_shared<RunOptions>();
  options->name = name;
  add_run_options(*command, *options);
  command->footer(examples);
  command->callback([options, &exit_code, is_profile = name == "profile"] {
    if (is_profile && !options->profile.any()) options->profile.wanted = true;  // as text, unless it goes to files
    options->gpu.profile = options->profile.any();
    if (!can_watch() && (is_watched(*options) || options->door == "tbx")) throw NeedsTools();
    exit_code = run(*options);
  });
}

}  // namespace

int run(RunOptions& options) {
  if (const Result<void> prepared = prepare(options); !prepared) return print_failure(options, prepared.error());
  return options.door == "i915" ? run_i915(options) : run_tbx(options);
}

void add_run(CLI::App& app, int& exit_code) {
  add_command(
      app, exit_code, "run", "Run a GPU program on the software GPU",
      "The exit status is the program's. If the program ended with 0, the status is 3 if --strict saw a fault or\n"
      "--visa=compare a difference, and 4 if --check has findings. It is 127 if there is no such program. Examples:\n"
      "  eugene run -- ./vector_add\n"
      "  eugene run --gpu skl --stats -- python3 script.py --its-own-option\n"
      "  eugene run --check -- ./app                    look for errors in its kernels\n"
      "  eugene run --record launches -- ./app          then find the first wrong kernel: eugene-compare-launches\n"
      "  eugene run --visa=compare -- ./app             is the compiler's back end right?\n"
      "  eugene run --timeout 10 --strict -- ./app      find endless loops and hidden faults");
}

void add_profile(CLI::App& app, int& exit_code) {
  add_command(
      app, exit_code, "profile", "Run a GPU program and report where its kernels spend their time",
      "The same as `run --profile`; has all options of `run`; docs/user/profiling.md explains the report. Examples:\n"
      "  eugene profile -- ./app\n"
      "  eugene profile --profile-html report.html -- ./app");
}

}  // namespace eugene::cli
