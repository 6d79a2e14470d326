#include "run_stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "draw_table.h"
#include "gpu/tiers/kernel_bytes.h"

namespace eugene::cli {
namespace {

constexpr double kMillion = 1e6;
constexpr std::size_t kLongestName = 34;

double seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

double rate(std::uint64_t count, double seconds) { return seconds > 0 ? static_cast<double>(count) / seconds : 0; }

std::string find_name(const gpu::KernelStats& kernel) {
  return kernel.name.empty() ? gpu::kernel_file_name(kernel.code) : kernel.name;
}

// Returns the name, after the stage of a draw's shader.
std::string find_label(const gpu::KernelStats& kernel) {
  if (kernel.stage == Stage::compute) return find_name(kernel);
  return fmt::format("{} {}", stage_name(kernel.stage), find_name(kernel));
}

gpu::TierCounts total(const gpu::KernelStats& kernel) {
  gpu::TierCounts result = kernel.interpreted;
  return result += kernel.compiled;
}

// Returns the tier that executed the kernel's instructions.
std::string describe_tier(const gpu::KernelStats& kernel) {
  if (kernel.compiled.instructions == 0) return "interpreted";
  const std::uint64_t all = total(kernel).instructions;
  if (kernel.interpreted.instructions == 0) return kernel.from_cache ? "cached" : "compiled";
  return fmt::format("{:.0f}% {}", 100.0 * static_cast<double>(kernel.compiled.instructions) / static_cast<double>(all),
                     kernel.from_cache ? "cached" : "compiled");
}

// Returns the kernels that ran, longest first.
std::vector<const gpu::KernelStats*> sorted(const RunStats& stats) {
  std::vector<const gpu::KernelStats*> result;
  for (const gpu::KernelStats& kernel : stats.kernels) {
    if (kernel.dispatches != 0) result.push_back(&kernel);
  }
  std::ranges::sort(result, std::greater(), &gpu::KernelStats::time);
  return result;
}

nlohmann::json counts_as_json(const gpu::TierCounts& counts) {
  return {
      {"threads", counts.threads}, {"instructions", counts.instructions}, {"lane_operations", counts.lane_operations}};
}

nlohmann::json classes_as_json(const check::ClassCounts& counts) {
  nlohmann::json json;
  for (std::size_t i = 0; i != counts.size(); ++i) json[std::string(check::kFidelityClasses[i])] = counts[i];
  return json;
}

}  // namespace

std::string as_text(const RunStats& stats) {
  const gpu::WorkStats& all = stats.all;
  const double time = seconds(all.time);
  std::string text = fmt::format("eugene: device        {} ({} EUs, {} threads)\n", stats.device->full_name,
                                 stats.device->total_eus(), stats.device->total_threads());
  text += fmt::format("eugene: dispatches    {} ({} thread groups, {} EU threads)\n", all.dispatches, all.groups,
                      all.threads);
  text += fmt::format("eugene: instructions  {}\n", all.instructions);
  text += fmt::format("eugene: lane-ops      {} ({:.1f} million a second)\n", all.lane_operations,
                      rate(all.lane_operations, time) / kMillion);
  text += fmt::format("eugene: time          {:.3f} s in dispatches, {:.3f} s in all\n", time, stats.wall.count());
  if (all.preemptions != 0) text += fmt::format("eugene: preemptions   {}\n", all.preemptions);
  if (all.failures != 0) text += fmt::format("eugene: faults        {}\n", all.failures);
  if (all.visa != 0) text += fmt::format("eugene: vISA          {} dispatches\n", all.visa);
  text += draws_as_text(stats.draws, "eugene: ");
  const auto kernels = sorted(stats);
  if (kernels.empty()) return text;
  std::size_t width = 6;
  for (const gpu::KernelStats* kernel : kernels)
    width = std::max(width, std::min(find_label(*kernel).size(), kLongestName));
  text += fmt::format("eugene: {:<{}}  {:<13} {:>10} {:>9} {:>13} {:>10} {:>12} {:>10}\n", "kernel", width, "tier",
                      "dispatches", "threads", "instructions", "time", "M lane-ops/s", "compiling");
  for (const gpu::KernelStats* kernel : kernels) {
    const gpu::TierCounts counts = total(*kernel);
    const std::string compiling =
        kernel->compile_time.count() == 0 ? "-" : fmt::format("{:.1f} ms", seconds(kernel->compile_time) * 1e3);
    text += fmt::format("eugene: {:<{}}  {:<13} {:>10} {:>9} {:>13} {:>7.1f} ms {:>12.1f} {:>10}\n",
                        find_label(*kernel).substr(0, kLongestName), width, describe_tier(*kernel), kernel->dispatches,
                        counts.threads, counts.instructions, seconds(kernel->time) * 1e3,
                        rate(counts.lane_operations, seconds(kernel->time)) / kMillion, compiling);
    if (!kernel->refusal.empty()) text += fmt::format("eugene: {:<{}}  {}\n", "", width, kernel->refusal);
  }
  return text;
}

std::string as_json(const RunStats& stats) {
  const gpu::WorkStats& all = stats.all;
  nlohmann::json root{{"device", stats.device->name},
                      {"dispatches", all.dispatches},
                      {"groups", all.groups},
                      {"threads", all.threads},
                      {"instructions", all.instructions},
                      {"lane_operations", all.lane_operations},
                      {"time", seconds(all.time)},
                      {"wall", stats.wall.count()},
                      {"faults", all.failures},
                      {"findings", stats.findings},
                      {"preemptions", all.preemptions},
                      {"visa", all.visa},
                      {"differences", all.differences},
                      {"requests", stats.requests},
                      {"remark", stats.remark},
                      {"draws", draws_as_json(stats.draws)},
                      {"kernels", nlohmann::json::array()}};
  for (const gpu::KernelStats* kernel : sorted(stats)) {
    root["kernels"].push_back(
        {{"name", kernel->name},
         {"file", gpu::kernel_file_name(kernel->code)},
         {"stage", stage_name(kernel->stage)},
         {"tier", describe_tier(*kernel)},
         {"dispatches", kernel->dispatches},
         {"interpreted", counts_as_json(kernel->interpreted)},
         {"compiled", counts_as_json(kernel->compiled)},
         {"time", seconds(kernel->time)},
         {"preemptions", kernel->preemptions},
         {"lane_operations_per_second", rate(total(*kernel).lane_operations, seconds(kernel->time))},
         {"has_code", kernel->is_compiled},
         {"from_cache", kernel->from_cache},
         {"compile_time", seconds(kernel->compile_time)},
         {"host_bytes", kernel->host_bytes},
         {"refusal", kernel->refusal}});
  }
  for (const check::KernelFidelity& kernel : stats.fidelity)
    root["fidelity"].push_back({{"name", kernel.kernel},
                                {"instructions", classes_as_json(kernel.instructions)},
                                {"messages", classes_as_json(kernel.messages)}});
  return root.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace eugene::cli
