// eugene exec: runs assembly directly, and checks what it does.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/distinct_diagnostics.h"
#include "code_text.h"
#include "commands.h"
#include "exec_debug.h"
#include "exec_report.h"
#include "exec_rules.h"
#include "gpu/tiers/compiler.h"
#include "gpu_options.h"
#include "input.h"
#include "json_text.h"
#include "machine_option.h"
#include "profile/parameters.h"
#include "profile_output.h"
#include "script/case_profile.h"
#include "script/session.h"
#include "text_options.h"
#include "validators.h"
#include "visa/binary.h"
#include "visa/manual.h"

namespace eugene::cli {
namespace {

constexpr const char* kExecExamples = R"(Directives are comments in the file, or options of the same names:
  // set r2:f = 1 2 3 4 ; set f0.0 = 0xff         registers before the run: as many lanes as values
  // set r3:f = 10 ...                            the last value in all lanes that follow (also: 10 *)
  // memory 0x1000 size 256 ; set mem 0x1000:d = 7
  // surface 0 = 0x1000 size 256                  binding table index 0
  // threads 4 ; groups 2 ; mask = 0xff
  // print r10:f ; expect r10:f = 2 4 6 8         afterwards
  // print all                                    all registers that are not zero
  // expect fault "unmapped"
  // case NAME                                    starts another test in the same file
Examples:
  eugene exec --gen gen6 --set 'r2:f = 1 ...' --print r10:f kernel.asm
  eugene exec --trace --print all kernel.asm           step by step
  eugene exec tests/exec/gen6/add.asm
  eugene exec --set 'r2:f = 1 ...' --kernel axpy kernel_Gen9lp.bin
  eugene exec --check --gpu skl kernel.asm             also by the rules of Skylake
  eugene exec --profile-html report.html kernel.asm    where its time goes
docs/user/exec.md describes all directives.

Printed values go to standard output, or to standard error if the profile is written to standard output; warnings,
failures and the summary go to standard error.
Exit status: 0 all expectations are met, 1 one is not, --check or --report-bounds reports something, or the input is
wrong, 2 wrong usage or an unreadable file, 3 the program faulted or did not end.)";

struct ExecOptions {
  std::string gen;
  std::string gpu;  // empty: not selected
  std::string dialect;
  std::string platform;
  std::vector<std::string> files;
  std::vector<std::string> directives;
  script::RunOptions run;
  ProfileOutput profile;
  GpuOptions gpu_model;  // used only for the assumptions of the profile
  std::string debugger;  // socket of a listening debugger; empty: none
  std::string only;      // name of the case to run; empty: all
  double timeout = 0;
  bool hex = false;
  bool json = false;
  bool verbose = false;
  bool jit = false;
  bool trace = false;
  bool silent = false;  // print no remarks
};

struct Totals {
  unsigned cases = 0;
  unsigned failed = 0;
  int status = kClean;
  std::size_t remarks = 0;  // remarks of checks that were not requested
  nlohmann::json json = nlohmann::json::array();
  std::vector<Profiled> profiled;  // by generation

  void worsen(int other) { status = std::max(status, other); }
};

// Reports the warnings that have not been reported yet: all cases of a file share the text before the first case.
void report_new(const Diagnostics& warnings, const TextLines& source, DistinctDiagnostics& known) {
  for (const Diagnostic& warning : warnings)
    if (known.meet(warning)) report(warning, source);
}

// Reads the script in `bytes`. Machine code is disassembled first. Reports errors, and returns nothing if there are
// any.
std::optional<script::Script> read_file(const ExecOptions& options, const std::string& path,
                                        const std::vector<std::byte>& bytes, Totals& totals) {
  script::ScriptOptions how{.gen = isa::find_gen(options.gen),
                            .dialect = assembly::find_dialect(options.dialect),
                            .platform = options.platform,
                            .directives = options.directives};
  if (const isa::Machine* machine = machine_of_gpu(options.gpu)) {
    how.gen = machine->gen;
    if (how.platform.empty()) how.platform = machine->visa_platform;
  }
  std::string_view source = as_text(bytes);
  CodeText code;
  if (!options.hex && visa::is_visa_binary(bytes)) {
    auto module = visa::read(bytes);
    if (!module) {
      module.error().where.file = path;
      report(module.error());
      totals.worsen(kProblems);
      return std::nullopt;
    }
    how.visa = std::make_shared<const visa::Module>(std::move(*module));
    source = {};
  }
  const bool is_code = options.hex || (how.visa == nullptr && !is_text(source));
  if (is_code) {
    const isa::Gen& gen = how.gen != nullptr ? *how.gen : isa::kGen9;
    code =
        options.hex ? hex_text(source, path, gen, assembly::kNative) : code_text(bytes, path, gen, assembly::kNative);
    report_first(code.problems, options.hex ? source : std::string_view{});
    if (!code.problems.empty()) totals.worsen(kProblems);
    if (code.is_malformed) return std::nullopt;
    how.gen = code.gen != nullptr ? code.gen : &gen;
    how.dialect = &assembly::kNative;
    source = code.text;
  }
  auto script = script::read_script(source, path, how);
  if (!script) {
    report_all(script.error(), source);
    totals.worsen(kProblems);
    return std::nullopt;
  }
  script->is_text = !is_code && script->visa == nullptr;
  script->sources = std::move(code.sources);
  return std::move(*script);
}

// Returns the counts of the kernels of one generation.
std::vector<profile::KernelCounts>& find_counts(const isa::Gen& gen, std::vector<Profiled>& profiled) {
  const auto found = std::ranges::find(profiled, gen.id, [](const Profiled& each) { return each.gen->id; });
  return found != profiled.end() ? found->kernels
                                 : profiled.emplace_back(&gen, script::profiled_device(gen).full_name).kernels;
}

void run_file(const ExecOptions& options, const std::string& path, Totals& totals) {
  const auto input = read_program(path);
  if (!input) {
    report(input.error());
    totals.worsen(kUsage);
    return;
  }
  const auto script = read_file(options, path, *input, totals);
  if (!script) return;
  std::vector<PlacedDiagnostic> broken;  // with --check and --gpu: broken rules of that machine
  if (const isa::Machine* machine = machine_of_gpu(options.gpu); machine != nullptr && options.run.check)
    broken = broken_rules(*script, *input, options.hex, options.run.kernel, *machine);
  DistinctDiagnostics warned;
  for (const script::Case& one : script->cases) {
    if (!options.only.empty() && one.name != options.only) continue;
    script::RunOptions run = options.run;
    // Without expectations and directives to print, print the registers that have changed.
    run.prints_changes = one.prints.empty() && one.expectations.empty() && one.threads * one.groups == 1;
    run.remarks = script->is_text && !options.silent && !options.jit && !options.profile.any();
    if (options.trace) run.trace = [](std::string_view text) { fmt::print(stderr, "{}", text); };
    if (options.profile.any()) run.profile = &find_counts(*script->gen, totals.profiled);
    script::CaseResult result = script::run_case(*script, one, run);
    add_broken_rules(broken, one, result);
    ++totals.cases;
    if (!result.passed()) {
      ++totals.failed;
      totals.worsen(result.problems.empty() && result.faulted() ? kFaulted : kProblems);
    }
    if (options.json) {
      totals.json.push_back(case_to_json(*script, one, result));
    } else {
      if (!result.warnings.empty()) report_new(result.warnings, TextLines(one.source), warned);
      report_case(*script, one, result, options.profile.takes_stdout() ? stderr : stdout, totals.remarks);
      if (options.verbose)
        fmt::print(stderr, "{} {}\n", result.passed() ? "passed" : "FAILED", one.name.empty() ? path : one.name);
    }
  }
}

// Names each case by a number, since code is not cached and programs may have no machine code.
gpu::CompilerOptions compiler_options() {
  gpu::CompilerOptions options{.keeps_registers = true};
  options.find_name = [number = 0](std::span<const std::byte>) mutable { return fmt::format("case_{}", number++); };
  return options;
}

int run(ExecOptions& options) {
  if (const auto conflict = output_conflict(options.profile, options.json ? "--json" : nullptr)) {
    report(*conflict);
    return kUsage;
  }
  if (const auto conflict = profile_conflict(options.gpu_model, options.profile)) {
    report(*conflict);
    return kUsage;
  }
  if (!options.gpu_model.profile_model.empty())
    options.run.profile_model = *profile::read_parameters(options.gpu_model.profile_model);  // validated
  options.run.timeout = std::chrono::nanoseconds(static_cast<std::int64_t>(options.timeout * 1e9));
  std::optional<gpu::Compiler> compiler;
  std::optional<ExecDebugger> debugger;
  if (!options.debugger.empty()) {
    debugger.emplace(options.debugger);
    options.silent = true;  // the user does not look for remarks while debugging
    options.run.observe = [&](const auto&... of) {
      return std::vector<gpu::ObserverSource*>{&debugger->observe(of...)};
    };
  }
  if (options.jit) options.run.compiler = &compiler.emplace(compiler_options());
  Totals totals;
  for (const std::string& path : options.files) run_file(options, path, totals);
  if (compiler && compiler->compiler_error() != nullptr)
    fmt::print(stderr, "eugene exec: {}\n", compiler->compiler_error()->remark());
  if (!options.only.empty() && totals.cases == 0 && totals.status == kClean) {
    fmt::print(stderr, "eugene exec: no case is named '{}'\n", options.only);
    return kUsage;
  }
  if (options.json) {
    fmt::print("{}\n", json_text(totals.json));
  } else {
    end_remarks(totals.remarks);
    if (totals.cases > 1) fmt::print(stderr, "{} cases, {} failed\n", totals.cases, totals.failed);
  }
  if (!write_profile(options.profile, totals.profiled, options.files.front())) totals.worsen(kUsage);
  return totals.status;
}

}  // namespace

void add_exec(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("exec", "Run assembly directly, and check what it does");
  const auto options = std::make_shared<ExecOptions>();
  CLI::Option* gen =
      command
          ->add_option("--gen", options->gen, "Generation; overrides the file's own (default: the file's, else gen9)")
          ->check(choice(generation_names()));
  add_machine_option(*command, options->gpu,
                     "GPU that the program is for: sets the generation and the platform of vISA; with --check, also "
                     "the rules to check")
      ->excludes(gen);
  command
      ->add_option("--dialect", options->dialect,
                   "Dialect of the text; overrides the file's own (default: the file's, else native)")
      ->check(choice({"native", "mesa", "iga"}));
  command
      ->add_option("--platform", options->platform,
                   "Platform that the vISA is for; overrides the file's own (default: the file's, else bxt)")
      ->check(
          choice(std::vector<std::string>(visa::kPlatformNames.begin(), visa::kPlatformNames.end()), CLI::ignore_case));
  // Each option is the directive of the same name.
  for (const char* name :
       {"set", "expect", "print", "memory", "surface", "barrier", "mask", "threads", "groups", "slm", "sip"}) {
    command
        ->add_option_function<std::vector<std::string>>(
            std::string("--") + name,
            [options, name](const std::vector<std::string>& texts) {
              for (const std::string& text : texts) options->directives.push_back(std::string(name) + " " + text);
            },
            fmt::format("Same as the directive '{} TEXT'{}", name,
                        std::string_view(name) == "set" ? ": 'r3:f = 10' sets one lane, 'r3:f = 10 ...' all" : ""))
        ->type_name("TEXT")
        ->take_all()
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  command->add_option("--kernel", options->run.kernel, "Which .kernel of the file to run (default: the first)")
      ->type_name("NAME");
  command->add_option("--case", options->only, "Run only the case with this name")->type_name("NAME");
  command->add_option("--budget", options->run.instructions, "Maximum number of instructions that a case may execute")
      ->type_name("N")
      ->check(count())
      ->capture_default_str();
  command->add_option("--timeout", options->timeout, "Maximum time of a case in seconds; 0: no limit")
      ->type_name("SECONDS")
      ->check(duration(1e6))
      ->capture_default_str();
  CLI::Option* check = command->add_flag(
      "--check", options->run.check,
      "Report what a program should not rely on: registers never written, undefined results, hazards");
  command
      ->add_flag("--no-check", options->silent,
                 "Print no remarks. Without --check, exec prints the same reports for a text as remarks, which fail no "
                 "case (not with --jit or a profile)")
      ->excludes(check);
  command->add_flag("--trace", options->trace,
                    "Write each executed instruction to standard error, with its result in each lane");
  command->add_flag("--unchecked", options->run.unchecked, "Run vISA even if it breaks rules of the manual");
  command->add_flag("--report-bounds", options->run.reports_bounds,
                    "Report accesses outside a surface, which read zeros or have no effect");
  command->add_flag("--jit", options->jit,
                    "Run compiled code; with --check, --trace or --profile, programs are interpreted anyway");
  add_profile_options(*command, options->profile);
  add_gpu_option(*command, "profile-model", options->gpu_model);
  command->add_option("--debug-socket", options->debugger, "For `eugene debug`")->group("");  // hidden from the help
  command->add_flag("--hex", options->hex, "FILE holds lines of hex bytes, one instruction each");
  command->add_flag("--json", options->json, "Print results as JSON");
  command->add_flag("-v,--verbose", options->verbose, "Print the name of each case when it ends");
  command
      ->add_option("FILE", options->files,
                   "Assembly or vISA, as text or binary, or lines of hex; - reads standard input")
      ->required();
  command->footer(kExecExamples);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace eugene::cli
