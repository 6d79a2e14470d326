#include "machine/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "asm/element.h"
#include "base/hex.h"
#include "machine/json_text.h"
#include "machine/program_text.h"
#include "machine/watch.h"
#include "script/session.h"

namespace eugene::web {
namespace {

using nlohmann::json;

json as_json(const KeptThread& thread) {
  return {{"ip", thread.ip},
          {"line", thread.line},
          {"dispatched", thread.dispatched},
          {"running", thread.running},
          {"enabled", thread.enabled},
          {"ended", thread.has_ended},
          {"executed", thread.executed},
          {"flags", thread.flags},
          {"address", thread.address},
          {"accumulator", to_hex(thread.accumulator)},
          {"registers", to_hex(thread.registers)}};
}

void add_state(const Kept& kept, json& result) {
  result["step"] = kept.step;
  result["ended"] = !kept.is_between;
  result["group"] = kept.group;
  result["current"] = kept.current;
  json& threads = result["threads"] = json::array();
  for (const KeptThread& each : kept.threads) threads.push_back(as_json(each));
  result["local"] = to_hex(kept.local_memory);
  json& memory = result["memory"] = json::array();
  for (const KeptMemory& each : kept.memory)
    memory.push_back({{"address", each.address}, {"bytes", to_hex(each.bytes)}});
}

json listed(const Diagnostics& problems) {
  json all = json::array();
  for (const Diagnostic& each : problems)
    all.push_back({{"line", each.where.line}, {"message", each.message}, {"hint", each.hint}});
  return all;
}

json as_json(const script::Printed& printed) {
  json values = json::array();
  for (const auto& value : printed.values)
    values.push_back(value ? json(assembly::format_element(printed.place.type, *value)) : json());
  return {{"place", printed.place.text}, {"thread", printed.thread}, {"values", values}};
}

void add_outcome(const script::CaseResult& outcome, json& result) {
  result["passed"] = outcome.passed();
  result["problems"] = listed(outcome.problems);
  json& mismatches = result["mismatches"] = json::array();
  for (const script::Mismatch& each : outcome.mismatches)
    mismatches.push_back({{"line", each.where.line}, {"text", script::describe(each)}});
  if (outcome.fault && !outcome.fault_expected)
    result["fault"] = {
        {"line", outcome.fault->line}, {"what", outcome.fault->fault.what}, {"thread", outcome.fault->thread}};
  json& reports = result["reports"] = json::array();
  for (const script::CaseReport& each : outcome.reports) {
    if (each.expected) continue;
    reports.push_back({{"id", each.id}, {"what", each.what}, {"reference", each.reference}, {"line", each.line}});
  }
  json& prints = result["prints"] = json::array();
  for (const script::Printed& each : outcome.prints) prints.push_back(as_json(each));
}

void add_variables(const script::CaseProgram& program, json& result) {
  json& variables = result["variables"] = json::array();
  for (const auto& [name, variable] : program.variables) {
    if (!variable.is_alias)
      variables.push_back({{"name", name},
                           {"byte", variable.byte},
                           {"bytes", variable.bytes},
                           {"type", isa::info(variable.type).name}});
  }
}

}  // namespace

std::string run(std::string_view text, const RunTo& to, Replay& replay) {
  json result;
  const auto script = read_text(text);
  if (!script) {
    result["problems"] = listed(script.error());
    return json_text(result);
  }
  const gpu::Timeline::Mark* from = replay.begin(text, to.step);
  std::optional<Watch> watch;
  script::RunOptions options{.instructions = to.step < to.limit ? to.step + 1 : to.limit, .remarks = true};
  options.memory = &replay.memory();
  if (from != nullptr) options.from = from->from;
  options.observe = [&](const script::Script&, const script::Case& one,
                        const script::CaseProgram& program) -> std::vector<gpu::ObserverSource*> {
    add_variables(program, result);
    return {&watch.emplace(one, program, to.step, replay.timeline(), from)};
  };
  const script::CaseResult outcome = script::run_case(*script, script->cases.front(), options);
  if (watch) add_state(watch->kept(), result);
  add_outcome(outcome, result);
  return json_text(result);
}

}  // namespace eugene::web
