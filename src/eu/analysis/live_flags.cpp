#include "eu/analysis/live_flags.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "base/bits.h"
#include "eu/analysis/divergence.h"
#include "isa/registers_used.h"

namespace eugene::eu {
namespace {

bool is_flag(std::uint32_t offset) {
  return offset >= offsetof(Thread, flag) && offset < offsetof(Thread, flag) + sizeof(Thread::flag);
}

// True if the instruction reads a flag register as a number, or if code outside the program may read it here.
bool may_read_all(const PreparedOp& op) {
  if (op.has_breakpoint || op.action == Action::fault) return true;
  if (op.destination.acts && !is_notification(op.destination)) return true;
  return std::any_of(op.source.begin(), op.source.begin() + op.sources, [](const SourcePlan& source) {
    using Kind = SourcePlan::Kind;
    return (source.kind == Kind::direct || source.kind == Kind::load || source.kind == Kind::rows) &&
           is_flag(source.offset);
  });
}

FlagBits read(const PreparedOp& op) {
  FlagBits bits{};
  if (!op.predicated) return bits;
  if (isa::reads_both_flags(op.pred_control)) return {~0U, ~0U};
  bits[op.flag_nr] = ~0U;
  return bits;
}

// Returns the flag bits that a comparison certainly writes.
FlagBits written(const PreparedOp& op, bool all_run) {
  FlagBits bits{};
  const bool is_complete = !op.predicated && (op.write_mask & op.all) == op.all && (op.no_mask || all_run);
  if (op.action == Action::compare && is_complete)
    bits[op.flag_nr] = std::rotl(static_cast<std::uint32_t>(low_mask(op.lanes.count)), op.flag_shift);
  return bits;
}

}  // namespace

bool may_read_flags(const PreparedProgram& prepared, std::uint32_t from, const FlagBits& bits) {
  if (prepared.joins_anywhere) return true;
  const std::vector<bool> divergent = divergent_instructions(prepared);
  // For each instruction, the bits that some path to the instruction leaves unwritten.
  std::vector<FlagBits> old(prepared.ops.size() + 1);
  std::vector<std::uint32_t> work;
  const auto reach = [&](std::uint32_t index, const FlagBits& with) {
    FlagBits& known = old[index];
    if ((with[0] & ~known[0]) == 0 && (with[1] & ~known[1]) == 0) return;
    for (unsigned i = 0; i < 2; ++i) known[i] |= with[i];
    work.push_back(index);
  };
  reach(from, bits);
  while (!work.empty()) {
    const std::uint32_t index = work.back();
    work.pop_back();
    if (index == prepared.ops.size()) continue;
    const PreparedOp& op = prepared.ops[index];
    FlagBits now = old[index];
    const FlagBits reads = read(op), writes = written(op, !divergent[index]);
    if (may_read_all(op) || ((now[0] & reads[0]) | (now[1] & reads[1])) != 0) return true;
    for (unsigned i = 0; i < 2; ++i) now[i] &= ~writes[i];
    reach(index + 1, now);
    if (op.action != Action::branch && op.action != Action::jump) continue;
    reach(op.flow.jip, now);
    reach(op.flow.uip, now);
  }
  return false;
}

}  // namespace eugene::eu
