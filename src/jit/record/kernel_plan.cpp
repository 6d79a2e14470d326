#include "jit/record/kernel_plan.h"

#include "jit/record/control_modes.h"
#include "jit/record/one_channel.h"

namespace eugene::jit {
namespace {

// Whether the code counts or digests instructions: calls have no code for that.
bool is_told_of_instructions(const Assumptions& assumptions) {
  return assumptions.observed.instructions || assumptions.observed.digests;
}

eu::Versions make_versions(const eu::Kernel& kernel, const Assumptions& assumptions) {
  eu::Versions versions = eu::make_versions(kernel, assumptions.thread_channels);
  if (assumptions.diverges && versions.partial) versions.full = false;
  return versions;
}

}  // namespace

KernelPlan::KernelPlan(const eu::Kernel& kernel_to_record, const Assumptions& about_threads)
    : kernel(kernel_to_record),
      assumptions(about_threads),
      versions(make_versions(kernel, assumptions)),
      alone(is_alone() ? in_channel_0(kernel.prepared().ops) : std::vector<Op>()),
      control(control_before(kernel, assumptions.control)),
      flow(kernel, control, versions, is_alone(), !is_told_of_instructions(assumptions), assumptions.only.get()),
      digests(assumptions.observed.digests && !is_alone() ? eu::digest_plan(kernel, assumptions.given) : nullptr) {
  if (assumptions.live_out == LiveOut::all) return;
  for (const Version version : {kFull, kPartial})
    if (has(version)) live[version].emplace(kernel.program(), kernel.prepared(), version == kFull && !is_alone());
}

sem::Mode KernelPlan::mode(const Op& op) const {
  sem::Mode result = sem::decode_mode(gen(), *control[op.index]);
  result.instruction = op.alu.mode;
  return result;
}

}  // namespace eugene::jit
