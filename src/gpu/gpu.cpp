#include "gpu/gpu.h"

#include <utility>

namespace eugene::gpu {
namespace {

ExecutorOptions with(ExecutorOptions options, const std::atomic<bool>& cancelled, const PreemptionTime& preemption) {
  if (options.cancelled == nullptr) options.cancelled = &cancelled;
  options.preemption = &preemption;
  return options;
}

}  // namespace

Gpu::Gpu(const Device& device, WorkerPool& pool, ExecutorOptions options, const Clock& clock, GpuEvents events)
    : device_(&device),
      clock_(&clock),
      checks_commands_(options.checks_commands),
      events_(std::move(events)),
      draws_(options, events_.drawn),
      executor_(device, pool, with(std::move(options), stopped_, preemption_)) {}

void Gpu::report(Report&& report) {
  if (is_stopped()) return;  // a requested stop is not reported
  if (!report.is_warning()) ++failures_;
  if (events_.report) events_.report(std::move(report));
}

Result<bool> Gpu::run(const Work& work, memory::PageSource& space, memory::StateCache& states, SuspendedJobPtr* left) {
  Result<DispatchStats> done = executor_.run(work, space, &states, left);
  if (!done) return std::unexpected(done.error());
  if (left != nullptr && *left != nullptr) return false;
  draws_.ran(work, *done);
  if (events_.dispatched) events_.dispatched(work, *done, space);
  const bool has_fault = done->fault.has_value();
  if (has_fault) report({.kernel = std::move(done->fault)});
  for (KernelFault& each : done->recovered) report({.kernel = std::move(each)});
  return has_fault;
}

std::function<void(const Diagnostic&)> Gpu::suspect() {
  if (!checks_commands_ || !events_.report) return {};
  return [this](const Diagnostic& what) { report({.commands = what, .executed = true}); };
}

std::function<void(std::string_view)> Gpu::skipped(bool is_draw) {
  if (!events_.skips_draws) return {};
  return [this, is_draw](std::string_view what) {
    if (told_.emplace(what).second) report({.commands = fail(std::string(what)).error(), .not_drawn = is_draw});
  };
}

}  // namespace eugene::gpu
