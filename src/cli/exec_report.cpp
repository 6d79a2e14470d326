#include "exec_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

#include "asm/element.h"
#include "base/source_json.h"
#include "input.h"

namespace eugene::cli {
namespace {

// Max number of differing elements to show, for one expectation and in total: about one screen.
constexpr std::size_t kMaxOfOne = 8;
constexpr std::size_t kMaxOfAll = 20;

void report_mismatches(const std::vector<script::Mismatch>& mismatches) {
  std::size_t shown = 0;
  for (auto first = mismatches.begin(); first != mismatches.end();) {
    const auto is_other = [&](const script::Mismatch& each) {
      return each.place != first->place || each.where.line != first->where.line ||
             each.where.column != first->where.column;
    };
    const auto end = std::find_if(first, mismatches.end(), is_other);
    const auto count = static_cast<std::size_t>(end - first);
    const std::size_t wanted = std::min(count, kMaxOfOne);
    if (shown + wanted > kMaxOfAll) {
      fmt::print(stderr, "... and {} more elements differ\n", mismatches.end() - first);
      return;
    }
    for (std::size_t n = 0; n < wanted; ++n)
      fmt::print(stderr, "{}", script::describe(first[static_cast<std::ptrdiff_t>(n)]));
    if (wanted != count) fmt::print(stderr, "  ... and {} more of its elements differ\n", count - wanted);
    shown += wanted;
    first = end;
  }
}

// Reports the first kMaxOfOne remarks of a run.
void report_remarks(const script::Script& script, const script::CaseResult& result, std::size_t& remarks) {
  for (const script::CaseReport& found : result.reports) {
    if (found.expected || !found.is_remark || ++remarks > kMaxOfOne) continue;
    fmt::print(stderr, "{}", script::describe(found, script.file));
  }
}

nlohmann::json as_json(const Diagnostics& diagnostics) {
  nlohmann::json json = nlohmann::json::array();
  for (const Diagnostic& one : diagnostics)
    json.push_back({{"line", one.where.line}, {"column", one.where.column}, {"message", one.message}});
  return json;
}

nlohmann::json as_json(const SourceLine& line) {
  nlohmann::json json;
  add_source(json, line);
  return json;
}

}  // namespace

void report_case(const script::Script& script, const script::Case& one, const script::CaseResult& result,
                 std::FILE* printed_to, std::size_t& remarks) {
  if (!result.passed()) {
    if (!one.name.empty()) fmt::print(stderr, "{}:{}: case {} failed\n", script.file, one.line, one.name);
    for (const Diagnostic& problem : result.problems) report(problem, one.source);
    report_mismatches(result.mismatches);
    for (const script::CaseReport& found : result.reports) {
      if (!found.expected && !found.is_remark) fmt::print(stderr, "{}", script::describe(found, script.file));
    }
    if (result.faulted()) fmt::print(stderr, "{}", script::describe(*result.fault, script.file));
  }
  report_remarks(script, result, remarks);
  const bool several = one.threads * one.groups > 1;
  for (const script::Printed& printed : result.prints) fmt::print(printed_to, "{}", script::describe(printed, several));
}

void end_remarks(std::size_t remarks) {
  if (remarks == 0) return;
  if (remarks > kMaxOfOne) fmt::print(stderr, "... and {} more\n", remarks - kMaxOfOne);
  fmt::print(stderr, "eugene exec: remarks; --check makes them failures, --no-check leaves them out\n");
}

nlohmann::json case_to_json(const script::Script& script, const script::Case& one, const script::CaseResult& result) {
  nlohmann::json json{{"file", script.file},
                      {"case", one.name},
                      {"line", one.line},
                      {"passed", result.passed()},
                      {"instructions", result.instructions},
                      {"threads", result.threads}};
  json["problems"] = as_json(result.problems);
  json["warnings"] = as_json(result.warnings);
  nlohmann::json& mismatches = json["mismatches"] = nlohmann::json::array();
  for (const script::Mismatch& mismatch : result.mismatches) {
    mismatches.push_back({{"line", mismatch.where.line},
                          {"place", mismatch.place},
                          {"element", mismatch.index},
                          {"expected", mismatch.expected},
                          {"actual", mismatch.actual}});
  }
  if (result.fault) {
    const eu::Fault& fault = result.fault->fault;
    nlohmann::json& entry = json["fault"] = {{"what", fault.what},
                                             {"reference", fault.reference},
                                             {"ip", fault.ip},
                                             {"thread", result.fault->thread},
                                             {"line", result.fault->line},
                                             {"expected", result.fault_expected}};
    if (result.fault->source) entry["source"] = as_json(*result.fault->source);
    if (fault.lane) entry["channel"] = *fault.lane;
    if (fault.address) entry["address"] = *fault.address;
  }
  nlohmann::json& reports = json["reports"] = nlohmann::json::array();
  for (const script::CaseReport& found : result.reports) {
    reports.push_back({{"id", found.id},
                       {"what", found.what},
                       {"reference", found.reference},
                       {"thread", found.thread},
                       {"ip", found.ip},
                       {"line", found.line},
                       {"expected", found.expected},
                       {"remark", found.is_remark}});
    if (found.source) reports.back()["source"] = as_json(*found.source);
  }
  nlohmann::json& prints = json["prints"] = nlohmann::json::array();
  for (const script::Printed& printed : result.prints) {
    nlohmann::json values = nlohmann::json::array();
    nlohmann::json bits = nlohmann::json::array();
    for (const auto& value : printed.values) {
      values.push_back(value ? nlohmann::json(assembly::format_element(printed.place.type, *value)) : nlohmann::json());
      bits.push_back(value ? nlohmann::json(*value) : nlohmann::json());
    }
    nlohmann::json entry{{"place", printed.place.text}, {"values", values}, {"bits", bits}};
    if (printed.place.of_threads()) entry["thread"] = printed.thread;
    prints.push_back(entry);
  }
  return json;
}

}  // namespace eugene::cli
