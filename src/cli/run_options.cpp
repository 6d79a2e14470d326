#include "run_options.h"

#include <fmt/format.h>

#include <cstdio>
#include <random>

#include "debug_gdb.h"
#include "settings/settings_table.h"
#include "validators.h"

namespace eugene::cli {
namespace {

constexpr unsigned kSeeds = 100'000;  // range of random seeds: short to type

void add_debug_options(CLI::App& command, RunOptions& options) {
  CLI::Option* script =
      command.add_option("-x,--commands", options.script, "Read the debugger's commands from FILE first");
  command.add_flag("--batch", options.batch,
                   "Take no commands from the terminal: after those of -x, the program "
                   "runs to its end");
  script->type_name("FILE")->check(CLI::Validator(CLI::ExistingFile).description({}));
  command
      .add_flag("--dap", options.dap,
                "Talk to an editor, by the Debug Adapter Protocol on standard input and output; it may name the "
                "program")
      ->excludes(script);
  command
      .add_option("--gdb", options.gdb,
                  "Let gdb come to PORT of this machine (0: any that is free), with `target remote :PORT`, or to a "
                  "socket whose name has a slash")
      ->type_name("PORT")
      ->check(CLI::Validator(&DebugGdb::refusal_of_place, {}))
      ->excludes(script);
}

}  // namespace

void add_run_options(CLI::App& command, RunOptions& options) {
  add_gpu_options(command, options.gpu);
  if (options.debugs) {
    add_debug_options(command, options);
  } else {
    add_profile_options(command, options.profile);
    add_gpu_option(command, "profile-model", options.gpu);
  }
  command
      .add_flag("--stats{text}", options.stats,
                "Afterwards, say on standard error what ran, where and how fast, as text or as a line of JSON")
      ->check(choice({"text", "json"}))
      ->group(std::string(settings::help_group::kOutput));
  command
      .add_option("--door", options.door,
                  "How drivers reach the GPU: as the kernel offers it, or by the protocol of a simulator")
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
                "Build programs of OpenCL with -cl-opt-disable: checks then find what compilers delete, and the "
                "debugger knows all variables")
      ->group(std::string(settings::help_group::kChecking));
  add_trace_options(command, options.gpu);
  command
      .add_option(
          "--visa-kernels", options.visa_kernels,
          "With --visa: further kernels, as containers of C-for-Media (NAME.isa) with the machine code made of them, "
          "inside or as NAME_0.dat, NAME_1.dat, ...")
      ->type_name("DIR")
      ->check(CLI::Validator(CLI::ExistingDirectory).description({}))
      ->group(std::string(settings::help_group::kVerification));
  command.add_flag("--all-platforms", options.all_platforms, "Keep the other OpenCL platforms visible")
      ->group(std::string(settings::help_group::kDevice));
  command
      .add_option("--record", options.record,
                  "Keep every launch, with what its buffers hold before and after, for eugene-compare-launches")
      ->type_name("DIR")
      ->group(std::string(settings::help_group::kOutput));
  CLI::Option* program =
      command.add_option("PROGRAM", options.command,
                         options.debugs ? "The program and its arguments, or a file and options of `exec`"
                                        : "The program and its arguments");
  program->required(!options.debugs);
  command.positionals_at_end();
}

Result<void> prepare(RunOptions& options) {
  const bool is_i915 = options.door == "i915";
  const bool uses_visa = options.gpu.visa != settings::VisaUse::none;
  if (uses_visa && (!is_i915 || options.gpu.profile || options.gpu.gpu == "snb"))
    return fail("--visa is for programs on Gen9, by --door i915 and without a profile");
  const bool is_varied = options.gpu.fill.is_there() || options.gpu.shuffle.is_on();
  if (is_varied && options.gpu.visa == settings::VisaUse::compare)
    return fail("--visa=compare needs two equal runs: no --fill, no --shuffle");
  if (options.debugs && (!is_i915 || uses_visa))
    return fail("the debugger needs --door i915, and machine code: no --visa");
  if (!is_i915 && !(options.gpu.driver.empty() && options.gpu.icd.empty()))
    return fail("--driver and --icd are for --door i915");
  if (const auto conflict = profile_conflict(options.gpu, options.profile)) return std::unexpected(*conflict);
  if (const auto conflict = output_conflict(options.profile, nullptr)) return std::unexpected(*conflict);
  if (auto checked = check_options_of(options.gpu, options.check, is_i915); !checked) return checked;
  if (options.gpu.shuffle.is_on() && !options.gpu.shuffle.seed) {
    options.gpu.shuffle.seed = std::random_device()() % kSeeds;
    fmt::print(stderr, "eugene run: --shuffle={}\n", *options.gpu.shuffle.seed);
  }
  close_on_exec(options.profile);
  if (auto prepared = prepare_directory(options.record); !prepared) return prepared;
  if (!options.gpu.trace.empty() && (!is_i915 || uses_visa))
    return fail("--trace is for --door i915, and for machine code: no --visa");
  if (auto prepared = prepare_paths(options.gpu); !prepared) return prepared;
  return prepare_trace(options.gpu);
}

}  // namespace eugene::cli
