#include "run_options.h"

#include <fmt/format.h>

#include <cstdio>
#include <random>

#include "base/own_library.h"
#include "client_environment.h"
#include "settings/settings_table.h"
#include "validators.h"

namespace eugene::cli {
namespace {

constexpr unsigned kSeeds = 100'000;  // range of random seeds: short to type

}  // namespace

bool is_watched(const RunOptions& options) {
  return options.debugger != nullptr || options.gpu.check.any() || options.profile.any() ||
         !options.gpu.trace.empty() || options.gpu.visa != settings::VisaUse::none;
}

void add_run_options(CLI::App& command, RunOptions& options) {
  add_gpu_options(command, options.gpu);
  add_profile_options(command, options.profile);
  add_gpu_option(command, "profile-model", options.gpu);
  add_common_options(command, options, "The program and its arguments");
  command.get_option("PROGRAM")->required();
}

void add_common_options(CLI::App& command, RunOptions& options, const std::string& program) {
  command
      .add_flag("--stats{text}", options.stats,
                "At the end, print to standard error what ran, where and how fast, as text or as one line of JSON")
      ->check(choice({"text", "json"}))
      ->group(std::string(settings::help_group::kOutput));
  command
      .add_option("--door", options.door,
                  "How drivers reach the GPU: i915, as through the kernel's driver, or tbx, by the protocol of Intel's "
                  "simulator")
      ->check(choice({"tbx", "i915"}))
      ->group(std::string(settings::help_group::kDevice))
      ->capture_default_str();
  for (const char* each : {"check-log", "suppressions", "max-errors", "kernel", "launch"})
    add_gpu_option(command, each, options.gpu);
  add_check_options(command, options.check);
  for (const char* each : {"fill", "shuffle", "visa", "driver", "icd", "require-gpu"})
    add_gpu_option(command, each, options.gpu);
  command
      .add_flag("--unoptimised", options.unoptimised,
                "Build OpenCL programs with -cl-opt-disable: checks then find errors in code that the compiler would "
                "delete, and the debugger knows all variables")
      ->group(std::string(settings::help_group::kChecking));
  add_trace_options(command, options.gpu);
  command
      .add_option("--visa-kernels", options.visa_kernels,
                  "With --visa: further kernels: C-for-Media containers (NAME.isa) with their machine code, inside or "
                  "in the files NAME_0.dat, NAME_1.dat, ...")
      ->type_name("DIR")
      ->check(CLI::Validator(CLI::ExistingDirectory).description({}))
      ->group(std::string(settings::help_group::kVerification));
  command.add_flag("--all-platforms", options.all_platforms, "Keep the other OpenCL platforms visible")
      ->group(std::string(settings::help_group::kDevice));
  command
      .add_option("--record", options.record,
                  "Write every launch, with the contents of its buffers before and after, for eugene-compare-launches")
      ->type_name("DIR")
      ->group(std::string(settings::help_group::kOutput));
  command.add_option("PROGRAM", options.command, program);
  command.positionals_at_end();
}

Result<void> prepare(RunOptions& options) {
  const bool is_i915 = options.door == "i915";
  const bool uses_visa = options.gpu.visa != settings::VisaUse::none;
  if (uses_visa && (!is_i915 || options.gpu.profile || options.gpu.device().gen->visa_target == nullptr))
    return fail("--visa works only on a GPU from Gen9 on, with --door i915 and without a profile");
  const bool is_varied = options.gpu.fill.is_there() || options.gpu.shuffle.is_on();
  if (is_varied && options.gpu.visa == settings::VisaUse::compare)
    return fail("--visa=compare does not work with --fill or --shuffle: it compares two equal runs");
  if (options.debugger != nullptr && (!is_i915 || uses_visa))
    return fail("the debugger works only with --door i915 and without --visa");
  if (!is_i915 && !(options.gpu.driver.empty() && options.gpu.icd.empty()))
    return fail("--driver and --icd work with --door i915 only");
  if (const auto conflict = profile_conflict(options.gpu, options.profile)) return std::unexpected(*conflict);
  if (const auto conflict = output_conflict(options.profile, nullptr)) return std::unexpected(*conflict);
  if (auto checked = validate_check_options(options.gpu, options.check, is_i915); !checked) return checked;
  if (options.gpu.shuffle.is_on() && !options.gpu.shuffle.seed) {
    options.gpu.shuffle.seed = std::random_device()() % kSeeds;
    fmt::print(stderr, "eugene {}: --shuffle={}\n", options.name, *options.gpu.shuffle.seed);
  }
  close_on_exec(options.profile);
  if (!options.record.empty()) {
    if (const auto layer = own_library(kRecorderLayer); !layer) return forward_error(layer);
    if (auto prepared = prepare_directory(options.record); !prepared) return prepared;
  }
  if (!options.gpu.trace.empty() && (!is_i915 || uses_visa))
    return fail("--trace works only with --door i915 and without --visa");
  if (auto prepared = prepare_paths(options.gpu); !prepared) return prepared;
  return prepare_trace(options.gpu);
}

}  // namespace eugene::cli
