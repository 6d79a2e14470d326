// The instructions of a LoopStep that compute: their meanings are those of sem, on symbolic lanes.
#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "eu/accumulator_channels.h"
#include "eu/analysis/loop_step.h"
#include "eu/prepare/element_place.h"
#include "eu/prepare/raw_bits.h"
#include "sem/meaning.h"

namespace eugene::eu {
namespace {

using isa::Opcode;

// The opcodes that symbols can express, besides moves and comparisons.
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
