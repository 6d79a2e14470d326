#include "script/case_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "asm/assemble.h"
#include "eu/prepared_op.h"
#include "isa/program.h"
#include "isa/trap.h"
#include "visa/check/rule.h"
#include "visa/parse.h"

namespace eugene::script {

std::uint32_t CaseProgram::find_line(std::uint32_t ip) const {
  const auto index = kernel.program().index_at(ip);
  return index && *index < lines.size() ? lines[*index] : 0;
}

namespace {

// Returns the source lines given by LOC and FILE.
SourceLines make_source_lines(const lower::LoweredKernel& lowered) {
  SourceLines source{.files = lowered.files, .rows = {}, .given_text = {}};
  for (std::size_t n = 0; n < lowered.source_lines.size(); ++n) {
    const lower::SourceLine& line = lowered.source_lines[n];
    const SourceLines::Row row{.begin = lowered.program.offsets[n], .file = line.file, .line = line.line};
    if (source.rows.empty() || source.rows.back().file != row.file || source.rows.back().line != row.line)
      source.rows.push_back(row);
  }
  return source;
}

// Returns the violations of the vISA manual's rules, with the line of each instruction.
Diagnostics violations(const Script& script, const visa::Module& module) {
  Diagnostics errors;
  for (Diagnostic& each : visa::check(module)) {
    if (each.severity != Severity::error) continue;
    each.where = {.file = script.file, .line = each.where.line};
    errors.push_back(std::move(each));
  }
  return errors;
}

// Adds errors of other instructions: one that breaks a rule and cannot be lowered is reported only once.
void add_others(Diagnostics more, Diagnostics& problems) {
  const bool is_known = !problems.empty();
  for (Diagnostic& each : more) {
    const auto same_line = [&](const Diagnostic& known) { return known.where.line == each.where.line; };
    if (is_known && (each.where.line == 0 || std::ranges::any_of(problems, same_line))) continue;
    problems.push_back(std::move(each));
  }
  std::ranges::stable_sort(problems, {}, [](const Diagnostic& each) { return each.where.line; });
}

std::expected<CaseProgram, Diagnostics> lower_case(const Script& script, const Case& one, const std::string& kernel,
                                                   Rules rules) {
  std::shared_ptr<const visa::Module> module = script.visa;
  if (module == nullptr) {
    auto parsed = visa::parse(one.source, script.file);
    if (!parsed) return forward_error(std::move(parsed));
    module = std::make_shared<const visa::Module>(std::move(*parsed));
  }
  Diagnostics problems = rules == Rules::checked ? violations(script, *module) : Diagnostics();
  auto lowered = lower::lower_kernel({.gen = *script.gen->visa_target, .register_bytes = script.visa_register_bytes},
                                     *module, kernel, script.file);
  if (!lowered) add_others(std::move(lowered.error()), problems);
  if (!problems.empty()) return std::unexpected(std::move(problems));
  const std::uint32_t end = lowered->program.end();
  SourceLines source = make_source_lines(*lowered);
  auto prepared = eu::prepare(std::move(lowered->program));
  if (!prepared) return std::unexpected(Diagnostics{std::move(prepared.error())});
  CaseProgram result{.module = std::move(module),
                     .variables = std::move(lowered->variables),
                     .uses = std::move(lowered->uses),
                     .kernel = std::move(*prepared),
                     .code = {},
                     .lines = std::move(lowered->lines),
                     .source = std::move(source),
                     .warnings = {},
                     .end = end};
  // Report instructions that cannot be executed before executing any.
  for (const eu::PreparedOp& op : result.kernel.prepared().ops) {
    if (op.fault == nullptr || isa::find_trap(result.kernel.program().instructions[op.index])) continue;
    Diagnostic problem = *op.fault;
    problem.where = {.file = script.file, .line = result.find_line(op.ip)};
    problem.message = "this instruction cannot be executed: " + problem.message;
    problems.push_back(std::move(problem));
  }
  if (!problems.empty()) return std::unexpected(std::move(problems));
  if (!script.is_text) result.lines.clear();
  return result;
}

}  // namespace

std::expected<CaseProgram, Diagnostics> assemble_case(const Script& script, const Case& one, const std::string& kernel,
                                                      Rules rules) {
  if (script.is_visa) return lower_case(script, one, kernel, rules);
  const auto failed = [](Diagnostic problem) { return std::unexpected(Diagnostics{std::move(problem)}); };
  auto assembled = assembly::assemble(*script.gen, *script.dialect, one.source, script.file);
  if (!assembled) return forward_error(std::move(assembled));
  auto chosen = assembled->kernels.begin();
  if (!kernel.empty()) {
    chosen = std::ranges::find_if(assembled->kernels, [&](const auto& each) { return each.program.name == kernel; });
    if (chosen == assembled->kernels.end())
      return failed(error_at({.file = script.file}, fmt::format("the file has no kernel '{}'", kernel)));
  }
  const auto code = assembly::encode(*chosen, script.file);
  isa::Program program = std::move(chosen->program);
  const auto source = script.sources.find(program.name);
  program.gen = script.gen;
  const std::uint32_t end = program.end();
  std::uint32_t system_ip = 0;
  if (!one.system_routine.empty()) {
    const auto label =
        std::ranges::find_if(program.labels, [&](const auto& pair) { return pair.second == one.system_routine; });
    if (label == program.labels.end())
      return failed(error_at(one.system_routine_where, fmt::format("unknown label '{}'", one.system_routine)));
    system_ip = label->first;
  }
  auto prepared = eu::prepare(std::move(program));
  if (!prepared) return failed(prepared.error());
  CaseProgram result{.module = {},
                     .variables = {},
                     .uses = {},
                     .kernel = std::move(*prepared),
                     .code = code.value_or(std::vector<std::byte>()),
                     .lines = {},
                     .source = source == script.sources.end() ? SourceLines() : source->second,
                     .warnings = {},
                     .end = end,
                     .system_ip = system_ip};
  if (script.is_text) {
    result.lines = std::move(chosen->lines);
    result.warnings = std::move(assembled->warnings);
  }
  return result;
}

}  // namespace eugene::script
