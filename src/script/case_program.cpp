#include "script/case_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "asm/assemble.h"
#include "eu/prepare/prepared_op.h"
#include "isa/program.h"
#include "visa/parse.h"

namespace eugene::script {

std::uint32_t CaseProgram::line_of(std::uint32_t ip) const {
  const auto index = kernel.program().index_at(ip);
  return index && *index < lines.size() ? lines[*index] : 0;
}

namespace {

// What LOC and FILE say.
SourceLines source_of(const lower::LoweredKernel& lowered) {
  SourceLines source{.files = lowered.files, .rows = {}, .given_text = {}};
  for (std::size_t n = 0; n < lowered.source_lines.size(); ++n) {
    const lower::SourceLine& line = lowered.source_lines[n];
    const SourceLines::Row row{.begin = lowered.program.offsets[n], .file = line.file, .line = line.line};
    if (source.rows.empty() || source.rows.back().file != row.file || source.rows.back().line != row.line)
      source.rows.push_back(row);
  }
  return source;
}

std::expected<CaseProgram, Diagnostics> lower_case(const Script& script, const Case& one, const std::string& kernel) {
  std::shared_ptr<const visa::Module> module = script.visa;
  if (module == nullptr) {
    auto parsed = visa::parse(one.source, script.file);
    if (!parsed) return std::unexpected(std::move(parsed.error()));
    module = std::make_shared<const visa::Module>(std::move(*parsed));
  }
  auto lowered = lower::lower_kernel(script.gen, *module, kernel, script.file);
  if (!lowered) return std::unexpected(std::move(lowered.error()));
  const std::uint32_t end = lowered->program.end();
  SourceLines source = source_of(*lowered);
  auto prepared = eu::prepare(std::move(lowered->program));
  if (!prepared) return std::unexpected(Diagnostics{std::move(prepared.error())});
  CaseProgram result{.gen = std::move(lowered->gen),
                     .module = std::move(module),
                     .variables = std::move(lowered->variables),
                     .uses = std::move(lowered->uses),
                     .kernel = std::move(*prepared),
                     .code = {},
                     .lines = std::move(lowered->lines),
                     .source = std::move(source),
                     .warnings = {},
                     .end = end};
  // What cannot be executed is said before anything is.
  Diagnostics problems;
  for (const eu::PreparedOp& op : result.kernel.prepared().ops) {
    if (op.fault == nullptr) continue;
    Diagnostic problem = *op.fault;
    problem.where = {.file = script.file, .line = result.line_of(op.ip)};
    problem.message = "this instruction cannot be executed: " + problem.message;
    problems.push_back(std::move(problem));
  }
  if (!problems.empty()) return std::unexpected(std::move(problems));
  if (!script.is_text) result.lines.clear();
  return result;
}

}  // namespace

std::expected<CaseProgram, Diagnostics> assemble_case(const Script& script, const Case& one,
                                                      const std::string& kernel) {
  if (script.is_visa) return lower_case(script, one, kernel);
  const auto failed = [](Diagnostic problem) { return std::unexpected(Diagnostics{std::move(problem)}); };
  auto assembled = assembly::assemble(script.gen, *script.dialect, one.source, script.file);
  if (!assembled) return std::unexpected(std::move(assembled.error()));
  auto chosen = assembled->kernels.begin();
  if (!kernel.empty()) {
    chosen = std::ranges::find_if(assembled->kernels, [&](const auto& each) { return each.program.name == kernel; });
    if (chosen == assembled->kernels.end())
      return failed(error_at({.file = script.file}, fmt::format("there is no kernel '{}'", kernel)));
  }
  const auto code = assembly::encode(*chosen, script.file);
  isa::Program program = std::move(chosen->program);
  const auto source = script.sources.find(program.name);
  program.gen = &script.gen;
  const std::uint32_t end = program.end();
  std::uint32_t system_ip = 0;
  if (!one.system_routine.empty()) {
    const auto label =
        std::ranges::find_if(program.labels, [&](const auto& pair) { return pair.second == one.system_routine; });
    if (label == program.labels.end())
      return failed(error_at(one.system_routine_where, fmt::format("there is no label '{}'", one.system_routine)));
    system_ip = label->first;
  }
  auto prepared = eu::prepare(std::move(program));
  if (!prepared) return failed(prepared.error());
  CaseProgram result{.gen = {},
                     .module = {},
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
