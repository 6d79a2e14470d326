// `eugene check`: what a program violates, with rule and citation.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "asm/hex.h"
#include "commands.h"
#include "input.h"
#include "isa/decode.h"
#include "isa/validate.h"

namespace eugene::tools {
namespace {

using nlohmann::ordered_json;

struct Options {
  std::string file;
  std::optional<std::string> gen;
  std::string scope;  // empty: by the kind of input
  bool hex = false;
  bool json = false;
  bool rules = false;
};

// What was read, instruction by instruction, and what is wrong with it.
struct Checked {
  std::string text;  // of the input, where it is text: for carets
  std::size_t instructions = 0;
  Diagnostics diagnostics;  // with file and line or offset
};

constexpr std::string_view kNames[] = {"note", "warning", "error"};
std::string_view name_of(Severity severity) { return kNames[static_cast<std::size_t>(severity)]; }

// Offsets of what could not be decoded: it stands as `illegal` in the program and has been reported.
std::vector<std::int64_t> offsets_of(const Diagnostics& undecoded) {
  std::vector<std::int64_t> offsets;
  for (const Diagnostic& diagnostic : undecoded) offsets.push_back(diagnostic.where.offset);
  return offsets;  // ascending, as the decoder goes
}

void validate_program(const isa::Program& program, Diagnostics& diagnostics) {
  const std::vector<std::int64_t> undecoded = offsets_of(diagnostics);
  Diagnostics found;
  isa::validate(program, found);
  for (Diagnostic& diagnostic : found) {
    const bool repeated =
        diagnostic.rule == "encoding.illegal" && std::ranges::binary_search(undecoded, diagnostic.where.offset);
    if (!repeated) diagnostics.push_back(std::move(diagnostic));
  }
}

void validate_each(const isa::Program& program, Diagnostics& diagnostics) {
  const std::vector<std::int64_t> undecoded = offsets_of(diagnostics);
  for (std::size_t n = 0; n < program.instructions.size(); ++n) {
    const std::int64_t offset = program.offsets[n];
    if (std::ranges::binary_search(undecoded, offset)) continue;
    const std::size_t before = diagnostics.size();
    isa::validate(*program.gen, program.instructions[n], diagnostics);
    for (std::size_t k = before; k < diagnostics.size(); ++k) diagnostics[k].where.offset = offset;
  }
}

void check_code(const isa::Gen& gen, std::span<const std::byte> code, bool whole, Checked& checked) {
  const isa::Program program = isa::decode_program(gen, code, checked.diagnostics);
  checked.instructions = program.instructions.size();
  whole ? validate_program(program, checked.diagnostics) : validate_each(program, checked.diagnostics);
  std::ranges::stable_sort(checked.diagnostics, {}, [](const Diagnostic& d) { return d.where.offset; });
}

// Byte offsets of the joined code become lines of the list.
void check_hex(const isa::Gen& gen, const std::vector<assembly::HexLine>& lines, bool whole, Checked& checked) {
  std::vector<std::byte> code;
  std::vector<std::int64_t> offsets;
  for (const assembly::HexLine& line : lines) {
    offsets.push_back(static_cast<std::int64_t>(code.size()));
    const auto bytes = line.span();
    code.insert(code.end(), bytes.begin(), bytes.end());
  }
  check_code(gen, code, whole, checked);
  for (Diagnostic& diagnostic : checked.diagnostics) {
    const auto after = std::ranges::upper_bound(offsets, diagnostic.where.offset);
    if (after == offsets.begin()) continue;
    const assembly::HexLine& line = lines[static_cast<std::size_t>(after - offsets.begin()) - 1];
    diagnostic.where.line = line.line;
    diagnostic.where.column = 1;
    diagnostic.where.length = static_cast<std::uint32_t>(line.size * 2);
  }
}

Result<Checked> check(const Options& options, const isa::Gen& gen) {
  const Result<std::vector<std::byte>> bytes = read_input(options.file);
  if (!bytes) return std::unexpected(bytes.error());
  Checked checked;
  if (options.hex) {
    checked.text.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const auto lines = assembly::read_hex(checked.text, options.file, checked.diagnostics);
    if (checked.diagnostics.empty()) check_hex(gen, lines, options.scope == "program", checked);
  } else {
    check_code(gen, *bytes, options.scope != "instructions", checked);
  }
  for (Diagnostic& diagnostic : checked.diagnostics) diagnostic.where.file = options.file;
  return checked;
}

ordered_json to_json(const Diagnostic& diagnostic) {
  ordered_json result{
      {"severity", name_of(diagnostic.severity)}, {"rule", diagnostic.rule}, {"message", diagnostic.message},
      {"reference", diagnostic.reference},        {"hint", diagnostic.hint}, {"file", diagnostic.where.file}};
  if (diagnostic.where.line != 0) {
    result["line"] = diagnostic.where.line;
    result["column"] = diagnostic.where.column;
  }
  if (diagnostic.where.offset >= 0) result["offset"] = diagnostic.where.offset;
  return result;
}

void print_json(const Options& options, const isa::Gen& gen, const Checked& checked) {
  ordered_json problems = ordered_json::array();
  for (const Diagnostic& diagnostic : checked.diagnostics) problems.push_back(to_json(diagnostic));
  const ordered_json result{{"file", options.file},
                            {"gen", gen.name},
                            {"instructions", checked.instructions},
                            {"clean", !has_errors(checked.diagnostics)},
                            {"problems", problems}};
  fmt::print("{}\n", result.dump(2, ' ', false, ordered_json::error_handler_t::replace));
}

void print_text(const Options& options, const Checked& checked) {
  for (const Diagnostic& diagnostic : checked.diagnostics) report(diagnostic, checked.text);
  const auto count = [&](Severity severity) {
    return std::ranges::count(checked.diagnostics, severity, &Diagnostic::severity);
  };
  fmt::print("{}: {} instructions, {} errors, {} warnings\n", options.file, checked.instructions,
             count(Severity::error), count(Severity::warning));
}

std::vector<const isa::Gen*> generations(const std::optional<isa::Gen>& only) {
  static constexpr const isa::Gen* kAll[] = {&isa::kGen6, &isa::kGen9};
  std::vector<const isa::Gen*> result;
  for (const isa::Gen* gen : kAll) {
    if (!only || only->id == gen->id) result.push_back(gen);
  }
  return result;
}

void list_rules(const Options& options, const std::optional<isa::Gen>& only) {
  ordered_json list = ordered_json::array();
  for (const isa::Rule& rule : isa::rules()) {
    ordered_json citations = ordered_json::object();
    for (const isa::Gen* gen : generations(only)) {
      if (!rule.holds(*gen)) continue;
      citations[std::string{gen->name}] = fmt::format("{} {}", rule.cited(*gen).document, rule.cited(*gen).section);
    }
    if (citations.empty()) continue;
    if (options.json) {
      list.push_back({{"rule", rule.id},
                      {"severity", name_of(rule.severity)},
                      {"text", rule.text},
                      {"hint", rule.hint},
                      {"references", citations}});
      continue;
    }
    fmt::print("{} ({})\n  {}\n", rule.id, name_of(rule.severity), rule.text);
    for (const auto& [gen, reference] : citations.items()) fmt::print("  {}: {}\n", gen, reference.get<std::string>());
    fmt::print("  hint: {}\n", rule.hint);
  }
  if (options.json) fmt::print("{}\n", list.dump(2));
}

int run(const Options& options) {
  const std::optional<isa::Gen> only = options.gen ? isa::find_gen(*options.gen) : std::nullopt;
  if (options.rules) {
    list_rules(options, only);
    return kClean;
  }
  const isa::Gen gen = only.value_or(isa::kGen9);
  const Result<Checked> checked = check(options, gen);
  if (!checked) {
    report(checked.error());
    return kUsage;
  }
  options.json ? print_json(options, gen, *checked) : print_text(options, *checked);
  return has_errors(checked->diagnostics) ? kProblems : kClean;
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("check", "Check a program against every documented rule");
  const auto options = std::make_shared<Options>();
  CLI::Option* file =
      command->add_option("FILE", options->file, "Raw machine code or lines of hex bytes; - is standard input");
  command->add_option("--gen", options->gen, "Generation: gen6 or gen9 (default gen9)")
      ->check(CLI::IsMember({"gen6", "gen9"}));
  command->add_flag("--hex", options->hex, "FILE has one instruction a line, as hex bytes in memory order");
  command
      ->add_option("--scope", options->scope,
                   "instructions: each for itself; program: branch targets, blocks and the end of the thread as well "
                   "(default: program, instructions for --hex)")
      ->check(CLI::IsMember({"instructions", "program"}));
  command->add_flag("--json", options->json, "Print JSON to standard output");
  command->add_flag("--rules", options->rules, "List the rules with their citations");
  command->footer(R"(Examples:
  eugene check kernel.dat                    a Gen9 kernel
  eugene check --gen gen6 --hex list.txt     instructions, one a line
  eugene check --rules --gen gen6            what is checked, and where it is written

Exit status: 0 no rule is violated (there may be warnings), 1 some are, 2 wrong usage or unreadable file.)");
  command->callback([options, file, &exit_code] {
    if (!options->rules && file->count() == 0) throw CLI::RequiredError("FILE");
    exit_code = run(*options);
  });
}

}  // namespace eugene::tools
