#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "machine/program_text.h"
#include "machine/run.h"
#include "profile/report.h"
#include "script/session.h"

namespace eugene::web {

using nlohmann::json;

namespace {

// Cycles by lines of the text. Of machine code the report's instructions are in order.
json lines_of(const Assembled& assembled, const profile::KernelReport& report) {
  json lines = json::array();
  const std::size_t count = std::min(report.counts->instructions.size(), report.offsets.size());
  for (std::size_t n = 0; n < count; ++n) {
    const profile::InstructionCounts& each = report.counts->instructions[n];
    lines.push_back({{"line", assembled.program.line_of(report.offsets[n])},
                     {"executions", each.executions},
                     {"channels", profile::KernelReport::channels(each)},
                     {"share", report.time(each)}});
  }
  return lines;
}

}  // namespace

std::string profile(std::string_view text) {
  const auto assembled = assemble_text(text);
  json result{{"text", ""}, {"lines", json::array()}};
  if (!assembled) return result.dump();
  std::vector<profile::KernelCounts> counts;
  const script::RunOptions options{.profile = &counts};
  script::run_case(assembled->script, assembled->script.cases.front(), options);
  const auto reports = profile::analyse(*assembled->script.gen, counts);
  result["text"] = profile::as_text(reports, profile::Extent::all);
  if (!reports.empty() && !assembled->script.is_visa) result["lines"] = lines_of(*assembled, reports.front());
  return result.dump();
}

}  // namespace eugene::web
