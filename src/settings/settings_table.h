// Every user setting is one row here. The row's name is both the option and the JSON key, so it is spelled the same on
// the command line, in `--help` (cli/gpu_options.cpp) and on the way to the GPU in a program (i915/channel.cpp).
// `eugene exec` has no rows: it runs kernels without a GPU, and its --timeout and --check mean something else.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "settings/settings.h"

namespace eugene::settings {

// The subcommands of `eugene` that run a GPU.
enum class Subcommand : std::uint8_t { run, profile, serve, replay };

class Subcommands {
 public:
  constexpr Subcommands(std::initializer_list<Subcommand> commands) {
    for (const Subcommand each : commands) bits_ |= bit(each);
  }
  constexpr bool has(Subcommand command) const { return (bits_ & bit(command)) != 0; }
  constexpr bool operator==(const Subcommands&) const = default;

 private:
  static constexpr unsigned bit(Subcommand command) { return 1U << static_cast<unsigned>(command); }
  unsigned bits_ = 0;
};
inline constexpr Subcommands kEverySubcommand{Subcommand::run, Subcommand::profile, Subcommand::serve,
                                              Subcommand::replay};

// The headings of --help.
namespace help_group {
inline constexpr std::string_view kDevice = "Device";
inline constexpr std::string_view kChecking = "Checking";
inline constexpr std::string_view kSpeed = "Speed";
inline constexpr std::string_view kVerification = "Verification";
inline constexpr std::string_view kOutput = "Output";
}  // namespace help_group

struct Setting {
  template <class T>
  using In = T Settings::*;
  // The type decides how the option is written: `bool` is a flag without a value.
  using Member = std::variant<In<bool>, In<unsigned>, In<std::uint64_t>, In<double>, In<std::string>,
                              In<std::optional<std::uint64_t>>, In<VisaUse>, In<check::Kinds>, In<Fill>, In<Shuffle>>;
  // The kind of thing that a string names. A `directory` is created if it does not exist.
  enum class Text : std::uint8_t {
    any,
    gpu,
    directory,
    existing_directory,
    file,
    new_file,
    launches,
    trace_kinds,
    parameters,
    host_cpu
  };

  std::string_view name;  // without the leading dashes
  Member member;
  std::string_view help;
  std::string_view value = {};  // placeholder of the value in --help and the manual page; empty: a flag
  Text text = Text::any;
  double max = 0;                  // largest value of a number; 0: any nonnegative value of its type
  bool shows_default = false;      // --help shows the default
  std::string_view letter = {};    // short form, in subcommands that do not use this letter otherwise; empty: none
  std::string_view excludes = {};  // name of an earlier row that excludes this one; empty: none
  Subcommands commands = kEverySubcommand;
  std::string_view group = help_group::kChecking;  // heading in --help
};

inline constexpr double kMaxThreads = 1024;
inline constexpr double kLongestTime = 1e6;
inline constexpr double kMaxPatience = 1e6;

// In the order of `--help`.
inline constexpr std::array kSettings{
    Setting{.name = "gpu",
            .member = &Settings::gpu,
            .help = "Which GPU to emulate",
            .value = "GPU",
            .text = Setting::Text::gpu,
            .shows_default = true,
            .group = help_group::kDevice},
    Setting{.name = "threads",
            .member = &Settings::threads,
            .help = "Number of host threads to use; 0: one for each processor",
            .value = "N",
            .max = kMaxThreads,
            .shows_default = true,
            .group = help_group::kSpeed},
    Setting{.name = "timeout",
            .member = &Settings::timeout,
            .help = "Stop a dispatch after SECONDS; 0: never",
            .value = "SECONDS",
            .max = kLongestTime,
            .shows_default = true},
    Setting{.name = "preempt",
            .member = &Settings::preempt,
            .help = "Preempt kernels every MS milliseconds, whether or not another context needs the GPU; 0: off",
            .value = "MS",
            .max = kLongestTime,
            .shows_default = true,
            .group = help_group::kVerification},
    Setting{.name = "preempt-instructions",
            .member = &Settings::preempt_instructions,
            .help = "Preempt kernels after about every N instructions of a host thread; 0: off",
            .value = "N",
            .shows_default = true,
            .group = help_group::kVerification},
    Setting{.name = "preempt-most",
            .member = &Settings::preempt_most,
            .help = "With --preempt-instructions: stop preempting a kernel after N times",
            .value = "N",
            .group = help_group::kVerification},
    Setting{.name = "strict",
            .member = &Settings::strict,
            .help = "Make a read of unmapped memory end the kernel, as a write does, instead of reporting the read and "
                    "reading zeros; run and profile: exit with 3 if a kernel faulted and the program exits with 0"},
    Setting{.name = "report-bounds",
            .member = &Settings::report_bounds,
            .help = "Report reads and writes outside a buffer that its surface state makes harmless"},
    Setting{
        .name = "check",
        .member = &Settings::check,
        // The braces stand for the list of kinds.
        .help =
            "Look for errors of these KINDS, separated by commas: {}. run, launch: exit with 4 if something is found "
            "though the program exits with 0"},
    Setting{.name = "check-log",
            .member = &Settings::check_log,
            .help = "With --check: append the findings to FILE instead of printing them to standard error",
            .value = "FILE",
            .text = Setting::Text::new_file,
            .commands = {Subcommand::run, Subcommand::profile}},
    Setting{.name = "suppressions",
            .member = &Settings::suppressions,
            .help = "With --check: do not report the findings that FILE describes",
            .value = "FILE",
            .text = Setting::Text::file,
            .commands = {Subcommand::run, Subcommand::profile}},
    Setting{.name = "max-errors",
            .member = &Settings::max_errors,
            .help = "With --check: print at most N findings",
            .value = "N",
            .shows_default = true,
            .commands = {Subcommand::run, Subcommand::profile}},
    Setting{.name = "kernel",
            .member = &Settings::kernel,
            .help = "With --check: report only on kernels whose names match GLOB",
            .value = "GLOB",
            .commands = {Subcommand::run, Subcommand::profile}},
    Setting{.name = "launch",
            .member = &Settings::launch,
            .help = "With --check: report only on launch N of a process, or on launches N to M",
            .value = "N[-M]",
            .text = Setting::Text::launches,
            .commands = {Subcommand::run, Subcommand::profile}},
    Setting{.name = "fill",
            .member = &Settings::fill,
            .help = "Fill memory and registers whose contents are undefined with this BYTE, or with `random` bytes, "
                    "instead of zeros: new OpenCL buffers, local memory, scratch memory, registers. A result that "
                    "changes depends on a value that nobody has written",
            .commands = {Subcommand::run, Subcommand::profile}},
    Setting{.name = "shuffle",
            .member = &Settings::shuffle,
            .help = "Run groups, and the threads of a group between barriers, one after the other in an order that "
                    "follows from SEED; without a SEED, one is chosen and printed. A result that changes depends on an "
                    "order that is not guaranteed",
            .commands = {Subcommand::run, Subcommand::profile}},
    Setting{.name = "save-kernels",
            .member = &Settings::save_kernels,
            .help = "Write the code of every kernel that runs to DIR, for `eugene dis`",
            .value = "DIR",
            .text = Setting::Text::directory,
            .group = help_group::kOutput},
    Setting{.name = "interpret",
            .member = &Settings::interpret,
            .help = "Only interpret kernels",
            .group = help_group::kSpeed},
    Setting{.name = "jit",
            .member = &Settings::jit,
            .help = "Compile every kernel before it runs; interpret those that cannot be compiled",
            .excludes = "interpret",
            .group = help_group::kSpeed},
    Setting{.name = "hot-after",
            .member = &Settings::hot_after,
            .help = "Without --jit: compile a kernel when its instructions have run N times on average, "
                    "instead of when interpreting it has taken longer than compiling it is expected to",
            .value = "N",
            .group = help_group::kSpeed},
    Setting{.name = "patience",
            .member = &Settings::patience,
            .help = "Without --jit: compile a kernel when interpreting it has taken N times as long as "
                    "compiling it is expected to; an eighth of that while a processor is idle",
            .value = "N",
            .max = kMaxPatience,
            .shows_default = true,
            .group = help_group::kSpeed},
    Setting{.name = "no-cache",
            .member = &Settings::no_cache,
            .help = "Do not cache compiled code on disk (same as EUGENE_CACHE=off)",
            .group = help_group::kSpeed},
    Setting{.name = "jit-dump",
            .member = &Settings::jit_dump,
            .help = "Write each compiled kernel to DIR, as Gen assembly, LLVM IR and host assembly",
            .value = "DIR",
            .text = Setting::Text::directory,
            .group = help_group::kOutput},
    Setting{.name = "perf-map",
            .member = &Settings::perf_map,
            .help = "Write the names of compiled kernels for perf (/tmp/perf-PID.map)",
            .group = help_group::kOutput},
    Setting{.name = "host-cpu",
            .member = &Settings::host_cpu,
            .help = "Processor to compile for, this host's or a lower level: x86-64-v2, x86-64-v3 (AVX2), x86-64-v4 "
                    "(AVX-512) or native",
            .value = "CPU",
            .text = Setting::Text::host_cpu,
            .shows_default = true,
            .group = help_group::kSpeed},
    Setting{.name = "profile",
            .member = &Settings::profile,
            .help = "Count what kernels do, instruction by instruction, and print to standard error where their time "
                    "goes; `eugene profile` does so unless you name a file for the profile",
            .commands = {Subcommand::run, Subcommand::profile, Subcommand::replay},
            .group = help_group::kOutput},
    Setting{.name = "profile-model",
            .member = &Settings::profile_model,
            .help = "With a profile: another L3, shared local memory or latencies, such as banks=8,miss_latency=400; "
                    "`eugene trace --help` lists the parameters",
            .value = "PARAMETERS",
            .text = Setting::Text::parameters,
            .commands = {Subcommand::run, Subcommand::profile, Subcommand::replay},
            .group = help_group::kOutput},
    Setting{.name = "trace",
            .member = &Settings::trace,
            .help = "Record in --trace-file what kernels do: `memory`, each message that accesses memory, with the "
                    "addresses of its lanes; `instructions`, each instruction; or both",
            .value = "KINDS",
            .text = Setting::Text::trace_kinds,
            .commands = {Subcommand::run, Subcommand::profile, Subcommand::replay},
            .group = help_group::kOutput},
    Setting{.name = "trace-file",
            .member = &Settings::trace_file,
            .help = "With --trace: the file to write, which `eugene trace` reads; an Apache Parquet table for DuckDB "
                    "and others",
            .value = "FILE",
            .text = Setting::Text::new_file,
            .shows_default = true,
            .letter = "o",
            .commands = {Subcommand::run, Subcommand::profile, Subcommand::replay},
            .group = help_group::kOutput},
    Setting{.name = "visa",
            .member = &Settings::visa,
            .help =
                "Execute the vISA that Intel's compiler makes of each kernel, instead of the machine code; "
                "--visa=compare: execute both, report where they leave different memory, and exit with 3 if they do",
            .commands = {Subcommand::run, Subcommand::profile},
            .group = help_group::kVerification},
    Setting{.name = "driver",
            .member = &Settings::driver,
            .help = "Use the drivers in this directory, or installed below it, instead of the system's: drivers of "
                    "OpenCL, OpenGL, Vulkan, VA-API and Level Zero, if the directory has them",
            .value = "DIR",
            .text = Setting::Text::existing_directory,
            .commands = {Subcommand::run, Subcommand::profile},
            .group = help_group::kDevice},
    Setting{.name = "icd",
            .member = &Settings::icd,
            .help = "Use the driver that this file names instead of the system's: of OpenCL (.icd) or Vulkan (.json)",
            .value = "FILE",
            .text = Setting::Text::file,
            .commands = {Subcommand::run, Subcommand::profile},
            .group = help_group::kDevice},
    Setting{
        .name = "require-gpu",
        .member = &Settings::require_gpu,
        .help = "Exit with 3, and print the likely reason, if the program exits with 0 but nothing has run on the GPU",
        .commands = {Subcommand::run, Subcommand::profile}},
};

// Returns the setting with that name; null if there is none.
constexpr const Setting* find_setting(std::string_view name) {
  for (const Setting& each : kSettings) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

}  // namespace eugene::settings
