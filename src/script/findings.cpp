#include "script/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "visa/manual.h"

namespace eugene::script {
namespace {

bool matches(const CaseReport& report, std::string_view text) {
  return report.id == text || report.what.find(text) != std::string::npos;
}

}  // namespace

void Findings::stop(ThreadFault fault) {
  fault.line = program_.find_line(fault.fault.ip);
  fault.source = program_.source.at(fault.fault.ip);
  fault.fault.what = located(std::move(fault.fault.what), fault.fault.ip);
  result_.fault_expected = std::ranges::any_of(case_.expectations, [&](const Expectation& e) {
    if (e.kind == Expectation::Kind::breakpoint) return fault.breakpoint;
    return e.kind == Expectation::Kind::fault && fault.fault.what.find(e.text) != std::string::npos;
  });
  result_.fault = std::move(fault);
}

// For vISA: returns the statement of the kernel that the native instruction at `ip` belongs to.
const lower::Statement* Findings::statement_at(std::uint32_t ip) const {
  const auto index = program_.kernel.program().index_at(ip);
  return index && program_.uses ? program_.uses->find_statement(*index) : nullptr;
}

// Adds the instruction's number if there is no line: an object has no lines.
std::string Findings::located(std::string what, std::uint32_t ip) const {
  const lower::Statement* statement = statement_at(ip);
  if (statement == nullptr || program_.find_line(ip) != 0) return what;
  return fmt::format("{} (instruction {} of {})", what, statement->number, statement->routine);
}

void Findings::add_report(reliance::Cause cause, std::string what, unsigned thread, std::uint32_t ip) {
  const lower::Statement* statement = statement_at(ip);
  CaseReport report{.id = std::string(info(cause).id),
                    .what = located(std::move(what), ip),
                    .reference = statement != nullptr
                                     ? reliance::visa_reference(cause, visa::table_row(statement->page).name)
                                     : std::string(info(cause).reference),
                    .thread = thread,
                    .line = program_.find_line(ip),
                    .source = program_.source.at(ip),
                    .ip = ip,
                    .is_remark = are_remarks_ && cause != reliance::Cause::bounds};
  report.expected = std::ranges::any_of(case_.expectations, [&](const Expectation& e) {
    return e.kind == Expectation::Kind::report && matches(report, e.text);
  });
  result_.reports.push_back(std::move(report));
}

void Findings::add_missing() {
  for (const Expectation& expectation : case_.expectations) {
    if (expectation.kind != Expectation::Kind::report) continue;
    const bool seen =
        std::ranges::any_of(result_.reports, [&](const CaseReport& r) { return matches(r, expectation.text); });
    if (seen) continue;
    result_.mismatches.push_back({.where = expectation.where,
                                  .place = "report",
                                  .expected = fmt::format("\"{}\"", expectation.text),
                                  .actual = "none"});
  }
  if (result_.fault) return;
  const auto missing = std::ranges::find_if(case_.expectations, [](const Expectation& e) {
    return e.kind == Expectation::Kind::fault || e.kind == Expectation::Kind::breakpoint;
  });
  if (missing == case_.expectations.end()) return;
  const bool breakpoint = missing->kind == Expectation::Kind::breakpoint;
  result_.mismatches.push_back({.where = missing->where,
                                .place = breakpoint ? "breakpoint" : "fault",
                                .expected = breakpoint ? "a breakpoint" : fmt::format("\"{}\"", missing->text),
                                .actual = "the program ended"});
}

}  // namespace eugene::script
