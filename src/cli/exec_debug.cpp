#include "exec_debug.h"

#include "binary/source_text.h"
#include "debug/connection.h"

namespace eugene::cli {
namespace {

SourceLines find_lines(const script::Script& script, const script::CaseProgram& program) {
  if (program.lines.empty()) return program.source;
  SourceLines lines{
      .files = {std::filesystem::absolute(script.file).lexically_normal().string()}, .rows = {}, .given_text = {}};
  const std::vector<std::uint32_t>& offsets = program.kernel.program().offsets;
  for (std::size_t i = 0; i != program.lines.size() && i != offsets.size(); ++i)
    lines.rows.push_back({.begin = offsets[i], .line = program.lines[i]});
  return lines;
}

std::string find_name(const script::Script& script, const script::Case& one, const script::CaseProgram& program) {
  if (!one.name.empty()) return one.name;
  const std::string& name = program.kernel.program().name;
  return name.empty() ? std::filesystem::path(script.file).stem().string() : name;
}

}  // namespace

ExecDebugger::ExecDebugger(const std::filesystem::path& socket)
    : text_(std::make_shared<debug::ProgramText>()),
      source_(std::make_unique<debug::Connection>(socket),
              [text = text_](std::span<const std::byte> /*code*/) { return *text; }) {}

gpu::ObserverSource& ExecDebugger::observe(const script::Script& script, const script::Case& one,
                                           const script::CaseProgram& program) {
  const SourceLines lines = find_lines(script, program);
  *text_ = {.kernel = find_name(script, one, program), .lines = lines, .to_text = {}, .read_variables = {}};
  text_->to_text = [texts = std::make_shared<binary::SourceTexts>(), lines](const SourceLine& line) {
    return texts->indented(lines, line);
  };
  return source_;
}

}  // namespace eugene::cli
