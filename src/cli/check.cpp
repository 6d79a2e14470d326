// `eugene check`: prints the rules that a program violates, each with its citation.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/severity_name.h"
#include "check_code.h"
#include "check_input.h"
#include "check_report.h"
#include "commands.h"
#include "editor/rule_text.h"
#include "gpu_options.h"
#include "input.h"
#include "json_text.h"
#include "machine_option.h"
#include "nearest.h"
#include "rules/validate.h"
#include "validators.h"
#include "visa.h"
#include "visa/manual.h"

namespace eugene::cli {
namespace {

using nlohmann::ordered_json;

struct CheckOptions {
  std::vector<std::string> files;
  std::string files_from;  // a file that lists further files; empty: none
  std::optional<std::string> gen;
  std::string gpu;       // empty: the GPU that a device binary names
  std::string dialect;   // empty: the dialect that the text names
  std::string scope;     // empty: depends on the kind of input
  std::string platform;  // platform of vISA; empty: the platform that the text names
  bool hex = false;
  bool json = false;
  bool rules = false;
  std::string rule;  // the rule to explain; empty: none
  bool preemptible = false;
};

std::string_view phase_name(rules::Phase phase) {
  switch (phase) {
    case rules::Phase::documented: return "documented";
    case rules::Phase::encoding: return "encoding";
    case rules::Phase::preemption: break;
  }
  return "preemption";
}

// Returns the selected machines.
std::vector<const isa::Machine*> machines(const CheckReading& how) {
  std::vector<const isa::Machine*> result;
  for (const isa::Machine& each : isa::kMachines) {
    const bool wanted = how.machine != nullptr ? &each == how.machine : !how.gen || how.gen->id == each.gen->id;
    if (wanted) result.push_back(&each);
  }
  return result;
}

ordered_json rule_to_json(const rules::Rule& rule, const ordered_json& citations,
                          const std::vector<std::string_view>& limited) {
  ordered_json json{{"rule", rule.id},
                    {"severity", find_name(rule.severity)},
                    {"phase", phase_name(rule.phase)},
                    {"text", rule.text},
                    {"hint", rule.hint},
                    {"references", citations}};
  if (!limited.empty()) json["gpus"] = limited;
  return json;
}

// Lists the rules. Returns kUsage if the rule to explain does not exist.
int list_rules(const CheckOptions& options, const CheckReading& how) {
  ordered_json list = ordered_json::array();
  const std::vector<rules::Rule> rules = rules::all();
  if (!options.rule.empty() && std::ranges::find(rules, options.rule, &rules::Rule::id) == rules.end()) {
    std::vector<std::string> names;
    for (const rules::Rule& rule : rules) names.emplace_back(rule.id);
    fmt::print(stderr, "eugene check: no rule is named '{}'{}\n", options.rule, suggestion(options.rule, names));
    return kUsage;
  }
  for (const rules::Rule& rule : rules) {
    if (!options.rule.empty() && rule.id != options.rule) continue;
    if (!options.json) {
      fmt::print("{}", editor::rule_text(rule, machines(how)));
      continue;
    }
    ordered_json citations = ordered_json::object();
    std::vector<std::string_view> limited;  // machines, if the rule is limited to some of a generation
    for (const isa::Machine* machine : machines(how)) {
      if (!rule.holds(*machine)) continue;
      const isa::Gen& gen = *machine->gen;
      citations[std::string{gen.name}] = fmt::format("{} {}", rule.cited(gen).document, rule.cited(gen).section);
      if (auto names = rules::limited_to(rule, gen); !names.empty()) limited = std::move(names);
    }
    if (!citations.empty()) list.push_back(rule_to_json(rule, citations, limited));
  }
  if (options.json) fmt::print("{}\n", list.dump(2));
  return kClean;
}

// Results of the files checked so far.
struct Outcome {
  int status = kClean;
  ordered_json json = ordered_json::array();
};

// Returns the platform of vISA: the named platform, or the platform of the named GPU.
std::string_view choose_platform(const CheckOptions& options, const CheckReading& how) {
  return options.platform.empty() && how.machine != nullptr ? how.machine->visa_platform : options.platform;
}

void check_file(const CheckOptions& options, const CheckReading& how, const std::string& file, Outcome& outcome) {
  const Result<std::vector<std::byte>> bytes = read_program(file);
  if (!bytes) {
    report(bytes.error());
    outcome.status = kUsage;
    return;
  }
  if (!how.hex && is_visa(*bytes)) {
    const CheckReport found = check_visa(*bytes, file, visa::platform_named(choose_platform(options, how)));
    if (found.count(Severity::error) != 0) outcome.status = std::max(outcome.status, kProblems);
    options.json ? outcome.json.push_back(to_json(found)) : print_text(as_text(*bytes), found);
    return;
  }
  CheckInput input = read_check_input(*bytes, file, how);
  const CheckReport found =
      check_code(input, file, {.scope = options.scope, .gpu = options.gpu, .preemptible = options.preemptible});
  if (found.count(Severity::error) != 0) outcome.status = std::max(outcome.status, kProblems);
  options.json ? outcome.json.push_back(to_json(found)) : print_text(input.text, found);
}

// Checks the files that `options.files_from` names, each as soon as its line has been read.
void check_listed(const CheckOptions& options, const CheckReading& how, Outcome& outcome) {
  std::ifstream file;
  const bool is_standard_input = options.files_from == "-";
  if (!is_standard_input) file.open(options.files_from);
  std::istream& list = is_standard_input ? std::cin : file;
  for (std::string name; std::getline(list, name);) {
    if (!name.empty()) check_file(options, how, name, outcome);
  }
  // A file that cannot be opened has no end; a directory can be opened.
  if (list.eof() && !list.bad() && std::ferror(stdin) == 0) return;
  report(error_at({.file = options.files_from}, "cannot read the list of files", {}, {},
                  "write one path to a line, or give - for standard input"));
  outcome.status = kUsage;
}

int run(const CheckOptions& options) {
  CheckReading how{.gen = options.gen ? isa::find_gen(*options.gen) : nullptr,
                   .machine = machine_of_gpu(options.gpu),
                   .dialect = assembly::find_dialect(options.dialect),
                   .hex = options.hex};
  if (how.machine != nullptr) how.gen = how.machine->gen;
  if (options.rules || !options.rule.empty()) return list_rules(options, how);
  Outcome outcome;
  for (const std::string& file : options.files) check_file(options, how, file, outcome);
  const bool has_list = !options.files_from.empty();
  if (has_list) check_listed(options, how, outcome);
  if (options.json && (has_list || !outcome.json.empty())) {
    const ordered_json& result = !has_list && options.files.size() == 1 ? outcome.json.front() : outcome.json;
    fmt::print("{}\n", json_text(result));
  }
  return outcome.status;
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("check", "Check a program against every documented rule");
  const auto options = std::make_shared<CheckOptions>();
  CLI::Option* file = command->add_option(
      "FILE", options->files,
      "Assembly text, machine code, vISA, an OpenCL device binary, or lines of hex; - reads standard input");
  CLI::Option* files_from =
      command
          ->add_option("--files-from", options->files_from,
                       "Check the files that LIST names, one per line; - reads the list from standard input")
          ->type_name("LIST");
  CLI::Option* gen =
      command
          ->add_option("--gen", options->gen, "Generation; overrides the file's own (default: the file's, else gen9)")
          ->check(choice(generation_names()));
  add_machine_option(*command, options->gpu,
                     "GPU that the code is for: sets the generation, and the rules to check (default: the GPU of a "
                     "device binary, else bxt, or snb for gen6)")
      ->excludes(gen);
  command
      ->add_option("--dialect", options->dialect,
                   "Dialect of text; overrides the file's own (default: the file's, else native)")
      ->check(choice({"native", "mesa", "iga"}));
  command
      ->add_option("--platform", options->platform,
                   "Platform of vISA, such as bxt, dg2 or pvc, whose rules to check (default: the file's; if it names "
                   "none, a case is right if any platform allows it)")
      ->check(
          choice(std::vector<std::string>(visa::kPlatformNames.begin(), visa::kPlatformNames.end()), CLI::ignore_case));
  command->add_flag("--hex", options->hex, "FILE holds one instruction per line, as hex bytes in memory order");
  command
      ->add_option("--scope", options->scope,
                   "instructions: check each on its own; program: check branch targets, blocks and the end of the "
                   "thread as well "
                   "(default: program, instructions for --hex)")
      ->check(choice({"instructions", "program"}));
  command->add_flag("--json", options->json,
                    "Print JSON to standard output: an object; for several files or a list, an array of objects");
  command->add_flag("--preemptible", options->preemptible,
                    "Also check the rules for code whose threads may be preempted before they end");
  command->add_flag("--rules", options->rules, "List the rules with their citations");
  command->add_option("--rule", options->rule, "Print what the rule of this name forbids, and which document states it")
      ->type_name("ID");
  command->footer(R"(Examples:
  eugene check --gen gen6 kernel.asm           assembly text
  eugene check --scope instructions part.asm   text that is not a whole program
  eugene check kernel_Gen9lp.bin               every kernel of an OpenCL device binary
  eugene check --gpu skl kernel_Gen9core.bin   the same, by the rules of Skylake
  eugene check --gen gen6 --hex list.txt       instructions, one per line
  eugene check --json a.asm b.asm c.asm        several programs; JSON for a program to read
  ls *.asm | eugene check --files-from -       any number of programs, in one process
  eugene check tests/exec/gen6/add.asm         a file for `eugene exec`, case by case
  eugene check --rules --gen gen6              the rules and the documents that state them
  eugene check --rule region.width             one rule; `eugene explain` knows more names

Findings and summary go to standard error; --json, --rules and --rule print to standard output.

Exit status: 0 no rule is violated (there may be warnings), 1 some are, 2 wrong usage or unreadable file.)");
  command->callback([options, file, files_from, &exit_code] {
    if (!options->rules && options->rule.empty() && file->count() == 0 && files_from->count() == 0)
      throw CLI::RequiredError("FILE");
    exit_code = run(*options);
  });
}

}  // namespace eugene::cli
