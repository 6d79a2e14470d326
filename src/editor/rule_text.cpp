#include "editor/rule_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <utility>
#include <vector>

#include "base/severity_name.h"
#include "rules/validate.h"

namespace eugene::editor {
namespace {

// Returns a remark for a rule that is not simply from the documents.
std::string_view phase_remark(rules::Phase phase) {
  switch (phase) {
    case rules::Phase::documented: return "";
    case rules::Phase::encoding: return ", cannot be encoded";
    case rules::Phase::preemption: break;
  }
  return ", with --preemptible";
}

}  // namespace

std::string rule_text(const rules::Rule& rule, std::span<const isa::Machine* const> machines) {
  std::string cited;
  std::vector<std::string_view> limited;  // set if the rule is not for all machines of a generation
  std::string_view last;                  // previous generation; machines are grouped by generation
  for (const isa::Machine* machine : machines) {
    if (!rule.holds(*machine)) continue;
    const isa::Gen& gen = *machine->gen;
    if (gen.name != last)
      cited += fmt::format("  {}: {} {}\n", gen.name, rule.cited(gen).document, rule.cited(gen).section);
    last = gen.name;
    if (auto names = rules::limited_to(rule, gen); !names.empty()) limited = std::move(names);
  }
  if (cited.empty()) return {};
  std::string text =
      fmt::format("{} ({}{})\n  {}\n{}", rule.id, find_name(rule.severity), phase_remark(rule.phase), rule.text, cited);
  if (!limited.empty()) text += fmt::format("  only: {}\n", fmt::join(limited, ", "));
  return text + fmt::format("  hint: {}\n", rule.hint);
}

}  // namespace eugene::editor
