#include "eu/analysis/loop_step.h"

#include <ranges>

namespace eugene::eu {

using sem::Flow;
using sem::Leavers;

void LoopStep::set(std::size_t place, std::uint32_t value) {
  cells_[place] = {.value = {.constant = value}, .bytes = 4};
}

void LoopStep::set_stale(const LoopWrites& stale) {
  stale_ = stale;
  for (unsigned number = 0; number < flags_.size(); ++number)
    for (unsigned i = 0; i < 32; ++i)
      if ((stale.flags[number] >> i & 1) != 0) flags_[number][i].truth = Truth::unknown(true);
}

LoopStep::End LoopStep::run() {
  std::uint32_t at = head_;
  for (unsigned executed = 0; executed <= last_ - head_; ++executed) {
    if (joins_at_ == at) rejoin();
    const auto to = next(prepared_.ops[at]);
    if (!to) return End::unknown;
    at = *to;
    if (joins_at_ == at && (at == head_ || at > last_)) rejoin();
    const bool is_together = !joins_at_;
    if (at == head_) return is_together ? End::repeats : End::unknown;
    if (at > last_) return is_together && at == last_ + 1 ? End::leaves : End::unknown;
    if (at < head_) return End::unknown;
  }
  return End::unknown;
}

// Executes `op`. Returns the index of the next instruction.
std::optional<std::uint32_t> LoopStep::next(const PreparedOp& op) {
  if (op.has_breakpoint) return std::nullopt;
  switch (op.action) {
    case Action::nop: return op.index + 1;
    case Action::branch: return branch(op);
    case Action::jump: {
      if (op.sources != 0 || op.flow.target_in_register) return std::nullopt;
      const std::optional<Truth> taken = predicate(op, 0, kUniform);
      if (!taken || !taken->is_constant()) return std::nullopt;
      const std::uint32_t to = taken->is(true) ? op.flow.jip : op.index + 1;
      // While channels are diverged, the thread must not leave the instructions between them.
      if (joins_at_ && (to <= op.index || to > *joins_at_)) return std::nullopt;
      return to;
    }
    case Action::alu:
    case Action::compare:
    case Action::select: return execute(op) ? std::optional(op.index + 1) : std::nullopt;
    default: return std::nullopt;
  }
}

std::optional<std::uint32_t> LoopStep::branch(const PreparedOp& op) {
  const bool is_for_all = (channels_ & ~(op.all << op.channel_offset)) == 0;
  if (!is_for_all || op.sources != 0 || op.flow.target_in_register || op.flow.compare != nullptr) return std::nullopt;
  switch (op.flow.rule.kind) {
    case Flow::resume: return all_wait_ ? std::nullopt : std::optional(op.index + 1);
    case Flow::leave: return leave(op);
    case Flow::loop: {
      if (all_wait_) return op.index + 1;
      if (joins_at_) return std::nullopt;
      const auto taken = predicate(op, 0, 0);
      for (unsigned i = 0; i < op.lanes.count; ++i)
        if (predicate(op, i, static_cast<int>(op.channel_offset + i)) != taken) return std::nullopt;
      if (!taken || !taken->is_constant()) return std::nullopt;
      return taken->is(true) ? op.flow.target() : op.index + 1;
    }
    default: return std::nullopt;
  }
}

// Executes a branch forward: all channels take it, or none, or those whose condition holds. The latter wait at the
// target for the others.
std::optional<std::uint32_t> LoopStep::leave(const PreparedOp& op) {
  if (all_wait_) return std::nullopt;
  std::array<Truth, 32> stay = active_;
  bool all_stay = true, all_leave = true;
  for (unsigned i = 0; i < op.lanes.count; ++i) {
    const unsigned channel = op.channel_offset + i;
    if ((channels_ >> channel & 1) == 0) continue;
    const auto taken = predicate(op, i, static_cast<int>(channel));
    if (!taken || !taken->known) return std::nullopt;
    const bool leaves_all = op.flow.rule.leavers == Leavers::all;
    const Truth left = leaves_all                               ? Truth::constant(true)
                       : op.flow.rule.leavers == Leavers::taken ? *taken
                                                                : inverse(*taken);
    stay[channel] = both(active_[channel], inverse(left));
    all_stay &= left.is(false);
    all_leave &= left.is(true);
  }
  if (all_stay) return op.index + 1;
  const std::uint32_t target = op.flow.target();
  if (joins_at_ || target <= op.index || target > last_ + 1) return std::nullopt;
  if (!all_leave && target != op.flow.jip) return std::nullopt;
  joins_at_ = target;
  all_wait_ = all_leave;
  active_ = stay;
  return all_leave ? op.flow.jip : op.index + 1;
}

// All channels run again. A NoMask instruction that was skipped in some threads has left the old value there.
void LoopStep::rejoin() {
  if (!all_wait_) {
    for (const Overwritten& each : overwritten_ | std::views::reverse) {
      Cell& now = cells_[each.place];
      const bool is_same = !each.before.condition && each.before.value == now.value && each.before.bytes == now.bytes &&
                           now.value.known != 0;
      if (is_same) continue;
      const bool was_stale = each.before.value.stale || each.before.otherwise.stale;
      now.value = Number::unknown(now.value.stale || was_stale);
    }
    for (const OverwrittenFlag& each : overwritten_flags_ | std::views::reverse) {
      FlagBit& now = flags_[each.number][each.bit];
      const bool is_same = now.truth.known && each.before.truth == now.truth;
      if (!is_same) now.truth = Truth::unknown(now.truth.stale || each.before.truth.stale);
    }
  }
  overwritten_.clear();
  overwritten_flags_.clear();
  active_.fill(Truth::constant(true));
  all_wait_ = false;
  joins_at_.reset();
}

std::optional<Truth> LoopStep::predicate(const PreparedOp& op, unsigned lane, int channel) const {
  if (!op.predicated) return Truth::constant(true);
  if (op.pred_control != isa::PredControl::normal) return std::nullopt;
  const FlagBit& flag = flags_[op.flag_nr][(op.flag_shift + lane) % 32];
  const bool is_own = flag.writer == channel || flag.writer == kUniform || flag.truth.is_constant();
  const Truth truth = is_own ? flag.truth : Truth::unknown(flag.truth.stale);
  return op.pred_inverse ? inverse(truth) : truth;
}

}  // namespace eugene::eu
