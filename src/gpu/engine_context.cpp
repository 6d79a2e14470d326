#include "gpu/engine_context.h"

#include <fmt/format.h>

namespace eugene::gpu {

EngineContext::EngineContext(Gpu& gpu, const Engine& engine, memory::PageSource& programs, memory::PageSource& global,
                             const ContextRules& rules)
    : gpu_(&gpu),
      programs_(&programs),
      rules_(rules),
      view_(programs),
      global_view_(global),
      registers_(gpu.clock(), engine),
      streamer_(*gpu.device().gen,
                StreamerHost{
                    .run_work = [this](const Work& work, SuspendedJobPtr* left) { return run_work(work, left); },
                    .invalidate =
                        [this] {
                          if (!rules_.space_is_constant) view_.invalidate();
                        },
                    .invalidate_states = [this] { states_.invalidate(); },
                    .cancelled = [&gpu] { return gpu.is_stopped(); },
                    .preempted = [&gpu] { return gpu.is_preempted(); },
                    .is_brief = [&gpu] { return gpu.is_brief(); },
                    .is_short = [this](const Work& work) { return gpu_->is_short(work, view_); },
                    .not_drawn = gpu.skipped(true),
                    .skipped = gpu.skipped(false),
                    .draws = &gpu.draws(),
                    .suspect = gpu.suspect(),
                    .device = &gpu.device(),
                },
                registers_, view_, global_view_, engine.kind) {}

void EngineContext::invalidate_translations() {
  view_.invalidate();
  global_view_.invalidate();
}

Diagnostic EngineContext::late_wait() const {
  return fail(fmt::format("the wait did not end within the time limit: {}", streamer_.waiting_for()), {},
              "use a larger --timeout SECONDS")
      .error();
}

Result<void> EngineContext::run_work(const Work& work, SuspendedJobPtr* left) {
  const Result<bool> faulted = gpu_->run(work, *programs_, states_, left);
  if (faulted && !*faulted) return gpu_->is_stopped() ? fail("interrupted") : Result<void>();
  if (rules_.ends_at_fault) {
    has_faulted_ = faulted.has_value();
    return faulted ? fail("the kernel faulted") : std::unexpected(faulted.error());
  }
  // The work is lost, but the context continues: a host that waits for the end of the work must not wait forever.
  if (!faulted) gpu_->report({.commands = faulted.error()});
  return {};
}

}  // namespace eugene::gpu
