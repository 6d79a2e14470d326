// `eugene run`: runs an unmodified program through the GPU's real driver, with Eugene as the GPU.
#include <fmt/format.h>
#include <unistd.h>

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
#include "debug_file.h"
#include "drivers.h"
#include "i915/channel.h"
#include "kernel_names.h"
#include "opencl_driver.h"
#include "profile/profiler.h"
#include "run_directory.h"
#include "run_options.h"
#include "run_program.h"
#include "run_remarks.h"
#include "run_stats.h"
#include "serve/server.h"

namespace eugene::cli {
namespace {

// Returns the place where the program will look for drivers.
std::filesystem::path vendors(const RunOptions& options) {
  if (!options.gpu.icd.empty()) return options.gpu.icd;
  if (!options.all_platforms) return intel_icd();
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

using NoCounts = std::vector<profile::KernelCounts>;

std::string program_name(const RunOptions& options) {
  return std::filesystem::path(options.command.front()).filename().string();
}

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

// Makes the program use the drivers of --driver and --icd instead of the installed ones.
Result<void> choose_drivers(const RunOptions& options, const RunDirectory& directory, Variables& set) {
  if (!options.gpu.driver.empty()) {
    if (auto used = use_drivers_in(options.gpu.driver, directory.path(), set); !used) return used;
  }
  if (!options.gpu.icd.empty()) use_icd(options.gpu.icd, set);
  return {};
}

// Prints statistics, findings and profile after the program's end. Returns the command's exit status.
int end_i915(RunOptions& options, const RunDirectory& directory, int status,
             std::chrono::steady_clock::time_point start) {
  tell_of_death_in_compiler(options.name, directory.path(), options.gpu.device(), status);
  tell_of_death_in_dispatch(directory.path());
  i915::Stats stats = i915::read_stats(directory.path());
  const std::string remark = remark_on_no_dispatch(stats);
  if (stats.work.dispatches == 0) {
    if (options.gpu.driver.empty() && directory.was_asked_for_opencl() && !find_opencl_platform().is_rusticl) {
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
  RunFindings checked{.settings = options.gpu, .output = options.check, .program = program_file(options)};
  if (options.gpu.check.any()) checked.collect(i915::read_findings(directory.path()));
  if (options.gpu.check.has(check::Kind::fidelity)) checked.fidelity = i915::read_fidelity(directory.path());
  const auto has_run = [](const gpu::KernelStats& each) { return each.dispatches != 0; };
  const auto kernels_run = static_cast<std::uint64_t>(std::ranges::count_if(stats.kernels, has_run));
  print_stats(options, {.device = &options.gpu.device(),
                        .all = stats.work,
                        .findings = checked.findings(),
                        .fidelity = checked.fidelity,
                        .requests = stats.requests,
                        .remark = remark,
                        .kernels = std::move(stats.kernels),
                        .wall = std::chrono::steady_clock::now() - start});
  auto kernels = options.profile.any() ? i915::read_profile(directory.path()) : NoCounts();
  const bool has_profile =
      write_profile(options.profile, {{options.gpu.device().gen, options.gpu.device().full_name, std::move(kernels)}},
                    program_name(options));
  int result = exit_status(options, checked.exit_status(status), stats.work);
  const bool is_whole = directory.has_all_traces() && is_complete;
  if (!has_profile || (!is_whole && result == kClean)) result = kUsage;
  return checked.end(result, kernels_run);
}

// Runs the program with the GPU inside: a preloaded library brings the GPU into the program.
int run_i915(RunOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const Result<RunDirectory> directory = RunDirectory::create(options.gpu);
  if (!directory) return print_failure(options, directory.error());
  Result<Variables> set = i915_environment(*directory, options.gpu, options.all_platforms, options.record);
  if (!set) return print_failure(options, set.error());
  if (options.unoptimised) set->emplace_back(i915::kUnoptimisedVariable, "1");
  if (options.gpu.visa != settings::VisaUse::none) {
    const Result<void> added = add_compiler_files(*directory, options.visa_kernels, *set);
    if (!added) return print_failure(options, added.error());
  }
  if (const Result<void> chosen = choose_drivers(options, *directory, *set); !chosen)
    return print_failure(options, chosen.error());
  const Signals signals;
  std::shared_ptr<DebugFront> debugger;  // its thread blocks the same signals
  if (options.debugs) {
    add_lines(*set);
    set->emplace_back(i915::kChecksVariable, "debug");  // makes launches and their arguments known
    const std::filesystem::path socket = directory->path() / i915::kDebuggerSocket;
    debugger = make_debug_front(options);
    if (const Result<void> open = debugger->open(socket); !open) return print_failure(options, open.error());
  }
  const ProgramStart program{options.command, options.profile.takes_stdout(), options.name};
  const int status = run_program(program, signals, *set, [&directory] { directory->interrupt(); }, debugger.get());
  if (debugger != nullptr) debugger->has_ended(status);
  return end_i915(options, *directory, status, start);
}

int run_tbx(RunOptions& options) {
  if (const Result<void> driver = find_intel_driver(vendors(options)); !driver)
    return print_failure(options, driver.error());
  const Result<KernelNames> names = KernelNames::create();
  if (!names) return print_failure(options, names.error());
  const auto start = std::chrono::steady_clock::now();
  const Signals signals;  // before the server starts its threads
  const serve::KernelNames known = names->functions();
  const std::shared_ptr<profile::Profiler> profiler = options.gpu.profiler();
  const serve::ServerOptions server_options{.device = &options.gpu.device(),
                                            .threads = options.gpu.threads,
                                            .executor = options.gpu.executor(profiler, known.find_name),
                                            .names = known};
  Result<std::unique_ptr<serve::Server>> server =
      serve::Server::start(server_options, [](const std::string& text) { fmt::print(stderr, "{}", text); });
  if (!server) {
    return print_failure(options, server.error());
  }
  Variables set = client_environment(options.gpu.device(), (*server)->port(), options.all_platforms, options.record);
  names->add_to(set);
  if (options.gpu.profile || !options.gpu.trace.empty()) add_lines(set);
  int status = run_program({options.command, options.profile.takes_stdout(), options.name}, signals, set,
                           [&server] { (*server)->interrupt(); });
  tell_of_death_in_compiler(options.name, names->path(), options.gpu.device(), status);
  const serve::ServerStats stats = (*server)->stats();
  if (options.gpu.require_gpu && stats.work.dispatches == 0) tell_of_required_gpu(options.name, {});
  print_stats(options, {.device = server_options.device,
                        .all = stats.work,
                        .kernels = server_options.executor.tiers->stats(),
                        .wall = std::chrono::steady_clock::now() - start});
  status = exit_status(options, status, stats.work);
  if (profiler != nullptr) {
    std::vector<profile::KernelCounts> kernels = profiler->kernels();
    names->complete(kernels);
    if (!write_profile(options.profile,
                       {{options.gpu.device().gen, options.gpu.device().full_name, std::move(kernels)}},
                       program_name(options)))
      status = kUsage;
  }
  end_if_compiling(*server_options.executor.tiers, status);
  return status;
}

// Waits until an editor names a program, or requests the one of the command line. Returns false if there is none to
// run.
bool take_launch(RunOptions& options) {
  options.editor = std::make_shared<DebugDap>();
  const std::optional<debug::dap::Launch> launch = options.editor->wait_for_launch(options.command);
  if (!launch || launch->command.empty()) return false;
  options.command = launch->command;
  for (const auto& [name, value] : launch->environment) ::setenv(name.c_str(), value.c_str(), 1);
  return launch->directory.empty() || ::chdir(launch->directory.c_str()) == 0;
}

// Adds a subcommand. `name` is run, profile (run with a profile), or debug.
void add_command(CLI::App& app, int& exit_code, const std::string& name, const std::string& what,
                 const std::string& examples) {
  CLI::App* command = app.add_subcommand(name, what);
  auto options = std::make_shared<RunOptions>();
  options->name = name;
  options->debugs = name == "debug";
  add_run_options(*command, *options);
  command->footer(examples);
  command->callback([options, &exit_code, is_profile = name == "profile"] {
    if (is_profile && !options->profile.any()) options->profile.wanted = true;  // as text, unless it goes to files
    options->gpu.profile = options->profile.any();
    if (options->dap && !take_launch(*options)) {
      exit_code = kUsage;
      return;
    }
    if (options->command.empty()) throw CLI::RequiredError("PROGRAM");
    if (options->debugs && is_exec_file(options->command.front())) {
      exit_code = debug_exec_file(*options);
      return;
    }
    if (const Result<void> prepared = prepare(*options); !prepared) {
      exit_code = print_failure(*options, prepared.error());
      return;
    }
    exit_code = options->door == "i915" ? run_i915(*options) : run_tbx(*options);
  });
}

}  // namespace

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

void add_debug(CLI::App& app, int& exit_code) {
  add_command(app, exit_code, "debug", "Run a GPU program and stop in its kernels",
              "The program stops before the first instruction of its first kernel; `help` there lists the commands,\n"
              "and docs/user/debugging.md has a session. Examples:\n"
              "  eugene debug -- ./app\n"
              "  eugene debug --batch -x commands.txt -- ./app\n"
              "  eugene debug kernel.asm --set 'r2:f = 1 ...'   a file that `exec` runs, and its options\n"
              "  eugene debug --dap                             as an editor starts it\n"
              "  eugene debug --gdb 4321 -- ./app               then, in gdb: target remote :4321");
}

void add_profile(CLI::App& app, int& exit_code) {
  add_command(
      app, exit_code, "profile", "Run a GPU program and report where its kernels spend their time",
      "The same as `run --profile`; has all options of `run`; docs/user/profiling.md explains the report. Examples:\n"
      "  eugene profile -- ./app\n"
      "  eugene profile --profile-html report.html -- ./app");
}

}  // namespace eugene::cli
