// Runs assembly and vISA for a program that uses the library, as `eugene exec` runs a case.
#include "text_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

#include "handles.h"
#include "script/case_device.h"
#include "script/session.h"

using namespace eugene;

namespace {

constexpr std::size_t kMaxMismatches = 64;  // max mismatches that become findings

Site site_at(const std::string& file, std::uint32_t line, std::uint32_t column = 0) {
  Site site;
  if (line != 0) site.source = SourceLine{.file = file, .line = line, .column = column};
  return site;
}

check::Finding make_finding(const script::Mismatch& mismatch) {
  check::Finding finding{.id = "expect.value",
                         .what = fmt::format("{} element {}: expected {}, is {}", mismatch.place, mismatch.index,
                                             mismatch.expected, mismatch.actual)};
  if (mismatch.where.line != 0)
    finding.sites.push_back(site_at(mismatch.where.file, mismatch.where.line, mismatch.where.column));
  return finding;
}

check::Finding make_finding(const script::CaseReport& report, const std::string& file) {
  check::Finding finding{.id = "exec." + report.id, .what = report.what, .reference = report.reference};
  Site site = site_at(file, report.line);
  site.instruction = report.ip;
  site.item = WorkItem{.thread = report.thread};
  finding.sites.push_back(std::move(site));
  return finding;
}

void keep(eugene_launch& launch, check::Finding finding, std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  launch.findings.push_back(std::move(finding));
  launch.finding_texts.push_back(std::move(text));
}

void keep_findings(eugene_launch& launch, const script::CaseResult& result) {
  const std::string& file = launch.program->text->file();
  for (const script::Mismatch& each : result.mismatches) {
    if (launch.findings.size() == kMaxMismatches) break;
    keep(launch, make_finding(each), script::describe(each));
  }
  for (const script::CaseReport& each : result.reports) {
    if (!each.expected && !each.is_remark) keep(launch, make_finding(each, file), script::describe(each, file));
  }
}

// Keeps the results of group `number` at its end. If the launch has gone back, later groups have not run.
void keep_group(eugene_launch& launch, script::CaseDevice& device, unsigned number) {
  eu::ThreadBlock& threads = device.threads();
  capi::TextRun& text = launch.text;
  text.lane_operations.resize(number + 1);
  text.lane_operations.back() = 0;
  for (unsigned i = 0; i != threads.size(); ++i) text.lane_operations.back() += threads[i].lane_operations;
  if (text.groups.size() > number) {
    text.groups.erase(text.groups.begin() + number, text.groups.end());
    text.threads = std::size_t{number} * threads.size();
  }
  if (text.threads + threads.size() > capi::TextRun::kMaxThreads) return;
  text.threads += threads.size();
  const std::span<std::byte> local = device.local_memory();
  text.groups.push_back({.threads = threads, .local = {local.begin(), local.end()}});
}

}  // namespace

eugene_status capi::run_text(eugene_launch& launch) {
  const TextProgram& program = *launch.program->text;
  eugene_machine& machine = *launch.program->machine;
  TextRun& text = launch.text;
  if (!text.script) {
    auto script = program.script(text.directives);
    if (!script) {
      keep(machine, std::move(script.error()));
      return EUGENE_WRONG;
    }
    text.script = *std::move(script);
  }
  text.groups.clear();
  text.lane_operations.clear();
  text.threads = 0;
  text.memory = std::make_unique<memory::FlatMemory>();
  const TextKernel& kernel = program.kernels()[launch.kernel];
  const check::Kinds kinds = launch.check.value_or(machine.settings.check);
  std::vector<profile::KernelCounts> profiled;
  script::RunOptions options{
      .instructions = ~std::uint64_t{0},
      .timeout =
          std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(machine.settings.timeout)),
      .kernel = kernel.kernel,
      .check = kinds.any(),
      .reports_bounds = machine.settings.report_bounds,
      .observe = {},
      .cancelled = &machine.is_cancelled,
      .memory = text.memory.get(),
      .beyond = &machine.get().space(),
  };
  if (launch.is_profiled) options.profile = &profiled;
  if (machine.settings.jit) {
    if (machine.text_compiler == nullptr)
      machine.text_compiler = std::make_unique<gpu::Compiler>(gpu::CompilerOptions{.keeps_registers = true});
    options.compiler = machine.text_compiler.get();
  }
  if (launch.hook.kinds != 0 || launch.activity == Activity::steps) {
    options.observe = [&](const auto&...) {
      return std::vector<gpu::ObserverSource*>{machine.hooks.get(), machine.steps.get()};
    };
  }
  options.group_ends = [&](script::CaseDevice& device, unsigned group) { keep_group(launch, device, group); };
  launch.stats = {};
  const auto start = std::chrono::steady_clock::now();
  const script::CaseResult result = script::run_case(*text.script, text.script->cases[kernel.number], options);
  launch.stats.time = std::chrono::steady_clock::now() - start;
  launch.stats.threads = result.threads;
  launch.stats.instructions = result.instructions;
  launch.stats.groups = text.lane_operations.size();
  launch.stats.lane_operations = std::accumulate(text.lane_operations.begin(), text.lane_operations.end(), 0ULL);
  if (!result.problems.empty()) {
    keep(machine, result.problems);
    return EUGENE_WRONG;
  }
  const script::Case& one = text.script->cases[kernel.number];
  for (const script::Printed& each : result.prints)
    launch.output += script::describe(each, one.threads * one.groups > 1);
  if (!profiled.empty()) launch.profile = std::move(profiled.front());
  if (machine.is_cancelled) return EUGENE_OK;  // the results of a cancelled run are unknown
  keep_findings(launch, result);
  return result.faulted() ? failed(script::describe(*result.fault, program.file()), EUGENE_FAULTED) : EUGENE_OK;
}
