#include "isa/branch.h"

#include "isa/encoding/layout.h"

namespace eugene::isa {

bool has_uip(const Gen& gen, const Instruction& branch) {
  if (branch.row().format != Format::branch || branch.dst.is_imm()) return false;
  return branch.src[0].is_imm() || !find_layout(gen).branch.uip_in_src0;
}

BranchTargets branch_targets(const Gen& gen, const Instruction& branch, std::uint32_t offset) {
  if (!has_distance(branch)) return {};
  const std::int64_t origin = branch_origin(branch, offset);
  BranchTargets targets{.jip = origin + branch.jip, .uip = {}};
  const bool bare_pair = is_bare(branch) && branch.row().format == Format::branch;
  if (has_uip(gen, branch) || bare_pair) targets.uip = origin + branch.uip;
  return targets;
}

}  // namespace eugene::isa
