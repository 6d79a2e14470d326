#include "eu/analysis/uniform_branches.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>

#include "base/bits.h"
#include "eu/analysis/register_use.h"
#include "eu/prepare/operand_plan.h"

namespace eugene::eu {
namespace {

using Kind = SourcePlan::Kind;

// Comparisons are usually next to their branch.
constexpr std::uint32_t kMaxDistance = 64;

std::uint32_t flag_bits(const PreparedOp& op) {
  return std::rotl(static_cast<std::uint32_t>(low_mask(op.lanes.count)), op.flag_shift);
}

// Whether two sources with equal lanes have the same value, if registers do not change in between.
bool is_same(const PreparedOp& op, const SourcePlan& a, const SourcePlan& b) {
  if (a.kind != b.kind || a.modifier != b.modifier) return false;
  if (a.kind == Kind::constant) return std::memcmp(a.constant, b.constant, byte_size(op.exec)) == 0;
  const auto first = [](const SourcePlan& plan) {
    return plan.offset + static_cast<std::uint32_t>(plan.offsets != nullptr ? plan.offsets->front() : 0);
  };
  return first(a) == first(b) && a.element_bytes == b.element_bytes && a.load == b.load && a.load_table == b.load_table;
}

class Search {
 public:
  Search(const isa::Program& program, const PreparedProgram& prepared) : prepared_(prepared), use_(program) {}

  bool may_part(const PreparedOp& op) const {
    if (op.action != Action::branch || op.flow.rule.kind == sem::Flow::resume) return false;
    const bool leaves = op.flow.rule.kind == sem::Flow::leave && op.flow.target() == op.flow.jip;
    if (!leaves && op.flow.rule.kind != sem::Flow::loop) return true;
    const std::uint32_t own = std::rotl(op.all, op.channel_offset);
    if (op.flow.target_in_register || op.flow.compare != nullptr || op.has_breakpoint ||
        (prepared_.channel_use.used & ~own) != 0)
      return true;
    if (!op.predicated) return false;
    return op.pred_control != isa::PredControl::normal || !is_set_by_scalars(op);
  }

 private:
  // Whether one comparison of scalars set all bits of the branch's predicate, in one instruction or several.
  bool is_set_by_scalars(const PreparedOp& branch) const {
    std::uint32_t missing = flag_bits(branch);
    const PreparedOp* last = nullptr;  // the last instruction that compares
    for (std::uint32_t distance = 1; distance <= std::min(branch.index, kMaxDistance); ++distance) {
      // The block begins where other channels may join.
      if (prepared_.ops[branch.index - distance + 1].rejoins) return false;
      const PreparedOp& op = prepared_.ops[branch.index - distance];
      if (op.has_breakpoint || op.action == Action::fault || op.destination.acts) return false;
      if (sets_flags(op, branch.flag_nr)) {
        if (!compares_scalars(op) || !is_for_channels_of(op, branch)) return false;
        if (last != nullptr && !is_same_comparison(op, *last)) return false;
        missing &= ~flag_bits(op);
        if (missing == 0) return true;
        last = &op;
      } else if (last != nullptr && changes_sources(op, *last)) {
        return false;
      }
    }
    return false;
  }

  // Whether each running channel of `branch` has a flag bit that the comparison wrote for the same channel, or for all.
  static bool is_for_channels_of(const PreparedOp& comparison, const PreparedOp& branch) {
    const auto distance = [](const PreparedOp& op) { return (op.channel_offset + 32U - op.flag_shift) % 32; };
    return comparison.no_mask || distance(comparison) == distance(branch);
  }
  static bool writes_flag_register(const DestinationPlan& plan) {
    constexpr auto kFlags = static_cast<std::uint32_t>(offsetof(Thread, flag));
    return plan.kind == DestinationPlan::Kind::direct && plan.offset >= kFlags &&
           plan.offset < kFlags + sizeof(Thread::flag);
  }
  // A selection with a condition modifier sets no flag.
  static bool sets_flags(const PreparedOp& op, unsigned flag_nr) {
    if (writes_flag_register(op.destination)) return true;
    const bool has_condition =
        op.action == Action::compare || op.alu.evaluate != nullptr || op.alu.overflow != nullptr || op.alu.early_out;
    return has_condition && op.flag_nr == flag_nr;
  }
  // Whether the source is a scalar in the large registers, or a constant.
  static bool is_scalar(const PreparedOp& op, unsigned index) {
    const SourcePlan& plan = op.source[index];
    return has_equal_lanes(plan, op.exec) && (plan.kind == Kind::constant || cell_at(plan.offset).has_value());
  }
  static bool compares_scalars(const PreparedOp& op) {
    return op.action == Action::compare && !op.predicated && op.destination.kind == DestinationPlan::Kind::none &&
           (op.write_mask & op.all) == op.all && !op.alu.refreshes && is_scalar(op, 0) && is_scalar(op, 1);
  }
  static bool is_same_comparison(const PreparedOp& a, const PreparedOp& b) {
    return a.exec == b.exec && a.alu.compare == b.alu.compare && is_same(a, a.source[0], b.source[0]) &&
           is_same(a, a.source[1], b.source[1]);
  }
  bool changes_sources(const PreparedOp& op, const PreparedOp& comparison) const {
    const RegisterUse::Bytes changed = use_.changed(op);
    const RegisterUse::Bytes read = use_.read(comparison);
    return std::any_of(changed.begin(), changed.end(), [&](const auto& a) {
      return std::any_of(read.begin(), read.end(),
                         [&](const auto& b) { return a.cell == b.cell && (a.bytes & b.bytes) != 0; });
    });
  }

  const PreparedProgram& prepared_;
  const RegisterUse use_;
};

}  // namespace

void mark_uniform_branches(const isa::Program& program, PreparedProgram& prepared) {
  const Search search(program, prepared);
  for (PreparedOp& op : prepared.ops) op.flow.may_part = search.may_part(op);
  const auto may_part = [](const PreparedOp& op) { return op.flow.may_part; };
  prepared.channel_use.may_diverge = std::ranges::any_of(prepared.ops, may_part);
}

}  // namespace eugene::eu
