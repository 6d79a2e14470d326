#include "jit/record/masked_sections.h"

#include <algorithm>

namespace eugene::jit {
namespace {

using Op = eu::PreparedOp;
using sem::Flow;

// A section is compiled in addition to the code without masks, so its length is bounded.
constexpr std::uint32_t kMaxMasked = 48;

// Whether a section may have the instruction. It must not enter code again after a stop in another place than the
// partial version's entries, and it must not end the thread while channels wait.
bool may_be_masked(const KernelPlan& plan, const Op& op) {
  if (plan.flow.is_interpreted(op.index) || plan.flow.is_loop_head(op.index)) return false;
  switch (op.action) {
    case eu::Action::wait: return false;
    case eu::Action::send: return !plan.instruction(op).send.eot;
    case eu::Action::branch: return op.flow.rule.kind == Flow::leave || op.flow.rule.kind == Flow::resume;
    default: return true;
  }
}

// Returns the last instruction that channels may execute directly after this one: at least the next instruction.
// Returns nothing if a channel may jump back.
std::optional<std::uint32_t> last_place_after(const Op& op) {
  if (op.action != eu::Action::branch && op.action != eu::Action::jump) return op.index + 1;
  const bool waits = op.action == eu::Action::branch && op.flow.rule.kind == Flow::leave;
  const std::uint32_t target = waits ? op.flow.target() : op.flow.jip;
  if (std::min(target, op.flow.jip) <= op.index) return std::nullopt;
  return std::max({op.index + 1, target, op.flow.jip});
}

}  // namespace

std::optional<std::uint32_t> masked_section_end(const KernelPlan& plan, const Op& branch) {
  const ControlFlow& flow = plan.flow;
  if (!plan.has(kPartial) || plan.digests != nullptr || !flow.is_in_closed_loop(branch.index)) return std::nullopt;
  std::optional<std::uint32_t> end = last_place_after(branch);
  const std::uint32_t first = branch.index + 1;
  for (std::uint32_t index = first; end && index < *end; ++index) {
    if (*end >= plan.size() || *end - first > kMaxMasked || !may_be_masked(plan, plan.ops()[index]))
      return std::nullopt;
    const std::optional<std::uint32_t> next = last_place_after(plan.ops()[index]);
    end = next ? std::optional(std::max(*end, *next)) : std::nullopt;
  }
  // At the end of the section, the partial version takes over if channels still wait.
  const bool is_short = end && *end > first && *end < plan.size();
  if (!is_short || !flow.is_resume_point(*end, kPartial) || !flow.share_closed_loops(branch.index, *end))
    return std::nullopt;
  return end;
}

}  // namespace eugene::jit
