#include "eu/analysis/loop_step.h"

#include <algorithm>
#include <cstring>
#include <ranges>
#include <span>

#include "eu/accumulator_channels.h"
#include "eu/prepare/element_place.h"
#include "eu/prepare/raw_bits.h"
#include "sem/meaning.h"

namespace eugene::eu {
namespace {

using isa::Opcode;
using sem::Flow;
using sem::Leavers;

// The opcodes for which there are symbols, besides moves and comparisons.
constexpr std::array kOpcodes{Opcode::and_, Opcode::or_, Opcode::xor_, Opcode::not_, Opcode::shl,
                              Opcode::shr,  Opcode::asr, Opcode::add,  Opcode::addc, Opcode::subb};

struct Computed {
  Number value;
  std::optional<Number> accumulator;
};
template <class T>
Computed computed(const Symbol<T>& lane) {
  return {lane.number, std::nullopt};
}
template <class T>
Computed computed(const sem::WithAccumulator<Symbol<T>>& both) {
  return {both.value.number, convert<std::int64_t>(both.accumulator).number};
}

template <Opcode opcode, class T>
std::optional<Computed> apply(Symbols& symbols, const sem::Mode& mode, std::span<const Number> sources) {
  if constexpr (sem::is_lanewise<opcode, Symbol<T>>()) {
    const auto lane = [&](unsigned i) { return Symbol<T>{&symbols, sources[i]}; };
    using Meaning = sem::Meaning<opcode>;
    if constexpr (sem::kLaneSources<opcode> == 1) return computed(Meaning::apply(mode, lane(0)));
    if constexpr (sem::kLaneSources<opcode> == 2) return computed(Meaning::apply(mode, lane(0), lane(1)));
  }
  return std::nullopt;
}

template <class T>
std::optional<Computed> compute(Opcode opcode, Symbols& symbols, const sem::Mode& mode,
                                std::span<const Number> sources) {
  std::optional<Computed> result;
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((kOpcodes[i] == opcode ? (void)(result = apply<kOpcodes[i], T>(symbols, mode, sources)) : (void)0), ...);
  }(std::make_index_sequence<kOpcodes.size()>{});
  return result;
}

// Calls use<T>() with the lane type of `exec`; integers of at least 32 bits.
template <class Use>
auto with_integer(Exec exec, Use use) -> decltype(use.template operator()<std::int32_t>()) {
  switch (exec) {
    case Exec::i32: return use.template operator()<std::int32_t>();
    case Exec::u32: return use.template operator()<std::uint32_t>();
    case Exec::i64: return use.template operator()<std::int64_t>();
    case Exec::u64: return use.template operator()<std::uint64_t>();
    default: return {};
  }
}

bool is_integer(isa::Type type) { return !isa::is_float(type) && type < isa::Type::v; }

sem::Mode mode_for(const PreparedOp& op) {
  sem::Mode mode;
  mode.instruction = op.alu.mode;
  return mode;
}

}  // namespace

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
      // While channels are parted, the thread must not leave the instructions between them.
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

// Either all channels leave, or none, or those whose condition holds; these come back at the target.
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

bool LoopStep::execute(const PreparedOp& op) {
  const isa::Instruction instruction = with_raw_bits(program_.instructions[op.index]);
  const AluPart& alu = op.alu;
  const bool is_plain = !alu.refreshes && !alu.scatters && !alu.saturates_sum && alu.overflow == nullptr &&
                        alu.second == nullptr && !alu.early_out && alu.group == 1 && !instruction.saturate &&
                        op.write_mask == ~0U && !op.destination.acts && !is_float(op.exec) &&
                        op.sources <= instruction.row().sources;
  const bool is_placed =
      op.destination.kind == DestinationPlan::Kind::none || op.destination.kind == DestinationPlan::Kind::direct;
  if (!is_plain || !is_placed || is_notification(op.destination) || !is_integer(instruction.dst.type)) return false;
  for (unsigned i = 0; i < op.lanes.count; ++i) {
    const unsigned channel = op.channel_offset + i;
    if (!op.no_mask && ((channels_ >> channel & 1) == 0 || active_[channel].is(false) || all_wait_)) continue;
    Lane lane{.index = i, .channel = op.no_mask ? kUniform : static_cast<int>(channel)};
    const auto truth = predicate(op, i, lane.channel);
    if (!truth) return false;
    lane.predicate = *truth;
    lane.enabled = op.no_mask ? Truth::constant(true) : active_[channel];
    if (op.predicated && op.action != Action::select) lane.enabled = both(lane.enabled, *truth);
    if (lane.enabled.is(false)) continue;
    if (op.no_mask && !lane.enabled.is(true)) return false;
    if (!execute(op, instruction, lane)) return false;
  }
  return true;
}

bool LoopStep::execute(const PreparedOp& op, const isa::Instruction& instruction, const Lane& lane) {
  Symbols& symbols = this->symbols(lane.channel);
  std::array<Number, 3> sources;
  for (unsigned i = 0; i < op.sources; ++i) {
    const auto number = source(op, instruction, i, lane);
    if (!number) return false;
    sources[i] = *number;
  }
  const sem::Mode mode = mode_for(op);
  const unsigned bits = byte_size(op.exec) * 8;
  if (op.action == Action::compare) {
    if (op.destination.kind != DestinationPlan::Kind::none || op.alu.accumulates) return false;
    const auto truth = with_integer(op.exec, [&]<class T>() -> std::optional<Truth> {
      return sem::compare(mode, instruction.opcode, instruction.cond_mod, Symbol<T>{&symbols, sources[0]},
                          Symbol<T>{&symbols, sources[1]})
          .truth;
    });
    if (!truth) return false;
    write_flag(op, lane, *truth);
    return true;
  }
  Result result;
  if (op.action == Action::select) {
    if (op.alu.compare != nullptr) return false;
    result.value = symbols.selected(lane.predicate, sources[0], sources[1], bits);
  } else if (op.alu.compute == nullptr) {
    result.value = sources[0];
  } else {
    const auto found =
        with_integer(op.exec, [&]<class T>() { return compute<T>(instruction.opcode, symbols, mode, sources); });
    if (!found) return false;
    result = {found->value, found->accumulator};
  }
  const unsigned element_bits = isa::byte_size(instruction.dst.type) * 8;
  const Number element =
      symbols.converted(result.value, bits, op.exec == Exec::i32 || op.exec == Exec::i64, element_bits);
  if (op.alu.evaluate != nullptr) {
    const Symbol<std::uint64_t> wide{
        &symbols, symbols.converted(element, element_bits, isa::is_signed(instruction.dst.type), 64)};
    const auto zero = sem::like(wide, 0);
    const Truth truth =
        isa::is_signed(instruction.dst.type)
            ? sem::relation(instruction.cond_mod, bit_cast_lane<std::int64_t>(wide), bit_cast_lane<std::int64_t>(zero))
                  .truth
            : sem::relation(instruction.cond_mod, wide, zero).truth;
    write_flag(op, lane, truth);
  }
  return store(op, lane, element, result);
}

bool LoopStep::store(const PreparedOp& op, const Lane& lane, const Number& element, const Result& result) {
  if (op.alu.accumulates) {
    if (!result.accumulator || op.alu.accumulator_bytes != 4) return false;
    const AccumulatorChannels channels{op.alu.accumulator, op.alu.accumulator_bytes};
    Symbols& symbols = this->symbols(lane.channel);
    const Symbol<std::int64_t> wide{&symbols, *result.accumulator};
    write(channels.element(lane.index), 4, lane, convert<std::int32_t>(wide).number);
    write(channels.guard(lane.index), 4, lane,
          convert<std::int32_t>(shift_right(wide, sem::like(wide, std::int64_t{32}))).number);
  }
  if (op.destination.kind == DestinationPlan::Kind::direct)
    write(element_place(op.destination, lane.index), op.destination.element_bytes, lane, element);
  return true;
}

std::optional<Number> LoopStep::source(const PreparedOp& op, const isa::Instruction& instruction, unsigned index,
                                       const Lane& lane) {
  const SourcePlan& plan = op.source[index];
  Symbols& symbols = this->symbols(lane.channel);
  const unsigned bits = byte_size(op.exec) * 8;
  Number number;
  switch (plan.kind) {
    case SourcePlan::Kind::constant:  // the modifier is already applied
      std::memcpy(&number.constant, plan.constant + lane.index * bits / 8, bits / 8);
      return number;
    case SourcePlan::Kind::direct:
    case SourcePlan::Kind::load: {
      const isa::Type type = instruction.src[index].type;
      if (!is_integer(type)) return std::nullopt;
      number = symbols.converted(read(element_place(plan, lane.index), plan.element_bytes, lane.channel),
                                 plan.element_bytes * 8U, isa::is_signed(type), bits);
      break;
    }
    case SourcePlan::Kind::accumulator: {
      if (plan.element_bytes != 4 || bits != 64) return std::nullopt;
      const AccumulatorChannels channels = accumulator_channels(plan);
      const Number low = symbols.converted(read(channels.element(lane.index), 4, lane.channel), 32, false, 64);
      const Number guard = read(channels.guard(lane.index), 4, lane.channel);
      number = symbols.wrapped(sum(low, product(guard, std::uint64_t{1} << 32)), 64);
      break;
    }
    default: return std::nullopt;
  }
  if (plan.modify == nullptr) return number;
  if (*plan.modifier == Modifier::negate) return symbols.wrapped(product(number, ~std::uint64_t{0}), bits);
  if (*plan.modifier == Modifier::invert)
    return symbols.wrapped(sum(product(number, ~std::uint64_t{0}), {.constant = ~std::uint64_t{0}}), bits);
  return std::nullopt;
}

}  // namespace eugene::eu
