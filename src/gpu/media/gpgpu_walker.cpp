// GPGPU_WALKER: BXT PRM vol6 "GPGPU Commands".
#include "base/bits.h"
#include "gpu/commands/handlers.h"
#include "gpu/media/gpgpu_work.h"
#include "memory/l3_configuration.h"

namespace eugene::gpu {
namespace {

// Runs the walker, or the rest of it after a preemption.
Result<Next> run_walker(ContextState& c) {
  const Result<void> done =
      c.run_work(c.walker.work, c.arbitration.is_on || c.walker.left != nullptr ? &c.walker.left : nullptr);
  if (!done) return std::unexpected(done.error());
  c.arbitration.has_come_back = c.walker.left != nullptr;
  if (c.walker.left == nullptr) {
    c.registers.write64(reg::kComputeInvocations,
                        c.registers.read64(reg::kComputeInvocations) + count_invocations(c.walker.work));
  }
  return c.walker.left == nullptr ? Next::advance : Next::preempted;
}

// Returns false if only short work may run, and `work` is not short or cannot be preempted.
bool may_run_now(const ContextState& c, const Work& work) {
  if (!c.host.is_brief || !c.host.is_brief()) return true;
  return c.arbitration.is_on && c.host.is_short(work);
}

}  // namespace

Result<Next> gpgpu_walker(ContextState& c, CommandDwords dw) {
  if (c.walker.left != nullptr) return run_walker(c);
  if (bit(dw[0], 8) && c.is_predicate_false()) return Next::advance;
  constexpr std::uint32_t kReservedSimd = 3;
  Walker walker;
  walker.descriptor = bits(dw[1], 5, 0);
  walker.indirect_length = bits(dw[2], 16, 0);
  walker.indirect_start = dw[3] & ~0x3FU;
  const std::uint32_t simd = bits(dw[4], 31, 30);
  if (simd == kReservedSimd) return fail("the SIMD size is reserved");
  walker.simd = 8U << simd;
  walker.threads = {bits(dw[4], 5, 0) + 1, bits(dw[4], 13, 8) + 1, bits(dw[4], 21, 16) + 1};
  walker.first = {dw[5], dw[8], dw[11]};
  walker.end = {dw[7], dw[10], dw[12]};
  if (bit(dw[0], 10)) {  // indirect parameters
    walker.end = {c.registers.read(reg::kDispatchDimX), c.registers.read(reg::kDispatchDimY),
                  c.registers.read(reg::kDispatchDimZ)};
  }
  walker.right_mask = dw[13];
  walker.bottom_mask = dw[14];
  Result<Work> work = make_gpgpu_work(walker, c.thread_state(), c.ppgtt);
  if (!work) return std::unexpected(work.error());
  work->l3_control = c.registers.read(memory::kL3ControlRegister);
  work->preemption_level = preemption_level(c.registers.read(reg::kPreemptionControl));
  if (!may_run_now(c, *work)) return Next::preempted;  // nothing has changed: the next run() repeats it
  c.report(c.checks.threads(c.pipeline.descriptors[walker.descriptor], false, c.pipeline.pools.enabled));
  if (work->groups == 0 || !c.host.run_work) return Next::advance;
  c.walker.work = *std::move(work);
  return run_walker(c);
}

}  // namespace eugene::gpu
