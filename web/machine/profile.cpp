#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "machine/json_text.h"
#include "machine/program_text.h"
#include "machine/run.h"
#include "profile/report.h"
#include "script/session.h"

namespace eugene::web {

using nlohmann::json;

namespace {

// The line of the report's instruction `n`: of vISA those of the listing, of machine code by its offset.
std::uint32_t find_line(const Assembled& assembled, const profile::KernelReport& report, std::size_t n) {
  const auto& listing = report.counts->listing;
  return listing != nullptr ? listing->instructions[n].line : assembled.program.find_line(report.offsets[n]);
}

json describe_lines(const Assembled& assembled, const profile::KernelReport& report) {
  json lines = json::array();
  const std::size_t count = std::min(report.counts->instructions.size(), report.offsets.size());
  for (std::size_t n = 0; n < count; ++n) {
    const profile::InstructionCounts& each = report.counts->instructions[n];
    lines.push_back({{"line", find_line(assembled, report, n)},
                     {"executions", each.executions},
                     {"channels", profile::KernelReport::channels(each)},
                     {"stalled", each.stalled},
                     {"l3_lines", each.lines},
                     {"share", report.time(each)}});
  }
  return lines;
}

}  // namespace

std::string profile(std::string_view text) {
  const auto assembled = assemble_text(text);
  json result{{"text", ""}, {"lines", json::array()}};
  if (!assembled) return json_text(result);
  std::vector<profile::KernelCounts> counts;
  const script::RunOptions options{.instructions = kMaxInstructions, .profile = &counts};
  script::run_case(assembled->script, assembled->script.cases.front(), options);
  const auto reports = profile::analyse(*assembled->script.gen, counts);
  result["text"] = profile::as_text(reports, profile::Extent::all);
  if (!reports.empty()) {
    result["cycles"] = reports.front().estimate.cycles();
    result["lines"] = describe_lines(*assembled, reports.front());
  }
  return json_text(result);
}

}  // namespace eugene::web
