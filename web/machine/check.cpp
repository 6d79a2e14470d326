#include "machine/check.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "asm/printer.h"
#include "base/severity_name.h"
#include "machine/json_text.h"
#include "machine/operands.h"
#include "machine/program_text.h"
#include "rules/validate.h"

namespace eugene::web {
namespace {

using nlohmann::json;

// A program may lack the message that ends the thread; the page runs it all the same.
constexpr std::string_view kEndOfThread = "program.end_of_thread";

json as_json(const Diagnostic& found) {
  json each{{"line", found.where.line},
            {"column", found.where.column},
            {"length", found.where.length},
            {"severity", find_name(found.severity)},
            {"message", found.message}};
  if (!found.rule.empty()) each["rule"] = found.rule;
  if (!found.reference.empty()) each["reference"] = found.reference;
  if (!found.hint.empty()) each["hint"] = found.hint;
  return each;
}

json as_json(const Diagnostics& all) {
  json array = json::array();
  for (const Diagnostic& each : all) array.push_back(as_json(each));
  return array;
}

// The rules of the documents that native code breaks. Lowered vISA is not held to them.
Diagnostics broken_rules(const Assembled& assembled) {
  Diagnostics found;
  if (assembled.script.is_visa) return found;
  rules::validate(assembled.program.kernel.program(), found);
  std::erase_if(found, [](const Diagnostic& each) { return each.rule == kEndOfThread; });
  for (Diagnostic& each : found)
    each.where = {.file = kFileName,
                  .line = assembled.program.find_line(static_cast<std::uint32_t>(each.where.offset))};
  return found;
}

json describe_lines(const Assembled& assembled) {
  const isa::Program& program = assembled.program.kernel.program();
  json lines = json::array();
  for (std::size_t n = 0; n < program.instructions.size(); ++n) {
    const std::uint32_t offset = program.offsets[n];
    lines.push_back({{"line", assembled.program.find_line(offset)},
                     {"offset", offset},
                     {"text", assembly::print(*program.gen, assembly::kNative, program.instructions[n])},
                     {"operands", operands_of(program.instructions[n])}});
  }
  return lines;
}

}  // namespace

std::string check(std::string_view text) {
  const auto assembled = assemble_text(text);
  json result{{"lines", json::array()}};
  if (!assembled) {
    result["findings"] = as_json(assembled.error());
    return json_text(result);
  }
  Diagnostics findings = assembled->program.warnings;
  for (Diagnostic& each : broken_rules(*assembled)) findings.push_back(std::move(each));
  std::ranges::stable_sort(findings, {}, [](const Diagnostic& each) { return each.where.line; });
  result["findings"] = as_json(findings);
  result["lines"] = describe_lines(*assembled);
  result["visa"] = assembled->script.is_visa;
  return json_text(result);
}

}  // namespace eugene::web
