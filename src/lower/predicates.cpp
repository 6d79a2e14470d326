// Instructions that write predicates: CMP, SETP, logic on predicates, ADD3O, INVM and RSQTM. vISA manual, pages of
// these instructions and 5_operands.
#include <fmt/format.h>

#include "base/bits.h"
#include "lower/handlers.h"
#include "lower/steps.h"

namespace eugene::lower {
namespace {

using visa::Field;

constexpr unsigned kFlagChannels = 16;  // channels of half a flag register

constexpr std::array kRelationConditions = {isa::CondMod::z,  isa::CondMod::nz, isa::CondMod::g,
                                            isa::CondMod::ge, isa::CondMod::l,  isa::CondMod::le};
static_assert(kRelationConditions.size() == visa::kRelations.size());

// Returns the bits of a predicate for the channels of `op`; `half` is the result of load_flag().
std::uint32_t flag_mask(const Op& op, unsigned half) {
  return static_cast<std::uint32_t>(low_mask(op.lanes()) << (op.channel_offset() - kFlagChannels * half));
}

// Returns one word for each channel of `op`: 1 if the channel's bit in a flag register is set.
Result<isa::Operand> flag_words(Context& context, const Op& op, unsigned flag_nr, unsigned half) {
  isa::Instruction select = instruction(isa::Opcode::sel, immediate(isa::Type::uw, 1), immediate(isa::Type::uw, 0));
  select.pred_control = isa::PredControl::normal;
  select.flag_nr = static_cast<std::uint8_t>(flag_nr);
  select.flag_subnr = static_cast<std::uint8_t>(half);
  return step(context, op, select, isa::Type::uw);
}

// Returns one word for each channel of `op`: 1 if the channel's bit of a predicate is set.
Result<isa::Operand> as_words(Context& context, const Op& op, const visa::PredicateVariable& predicate) {
  const auto half = context.load_flag(predicate.variable, op.channel_offset());
  if (!half) return forward_error(half);
  context.uses().predicate(Use::Kind::predicate, predicate.variable, flag_mask(op, *half));
  return flag_words(context, op, 0, *half);
}

// Sets the bits of `predicate` for the channels of `native`, an instruction that writes flags.
Result<void> to_predicate(Context& context, const Op& op, std::uint32_t predicate, isa::Instruction native) {
  const auto half = context.load_flag(predicate, op.channel_offset());
  if (!half) return forward_error(half);
  native.flag_subnr = static_cast<std::uint8_t>(*half);
  context.uses().predicate(Use::Kind::result, predicate, flag_mask(op, *half));
  context.out().add(native);
  return context.store_flag(predicate);
}

}  // namespace

Result<void> lower_compare(Context& context, const Op& op, const Row& row) {
  const auto relation = static_cast<std::size_t>(op.number(Field::relation));
  if (relation >= kRelationConditions.size())
    return fail(fmt::format("unknown relation {} in a compare: expected 0 to 5", relation));
  isa::Instruction native = context.for_channels(op, row.opcode);
  native.cond_mod = kRelationConditions[relation];
  const auto sources = read_sources(context, op);
  if (!sources) return forward_error(sources);
  native.src = {(*sources)[0], (*sources)[1], {}};
  const visa::Operand& to = *op.find(Field::destination);
  if (const auto* predicate = std::get_if<visa::PredicateVariable>(&to)) {
    native.dst = null_operand(native.src[0].type);
    return to_predicate(context, op, predicate->variable, native);
  }
  const auto dst = context.destination(to);
  if (!dst) return forward_error(dst);
  native.dst = *dst;
  native.flag_nr = 1;  // an unused flag register
  context.out().add(native);
  return {};
}

// A scalar provides a bit for each channel, whatever the mask is. Other sources provide the lowest bit of each element.
Result<void> lower_setp(Context& context, const Op& op, const Row& /*row*/) {
  const auto* predicate = op.get<visa::PredicateVariable>(Field::destination);
  if (predicate == nullptr) return fail("its destination is not a predicate");
  const auto source = context.source(op, *op.find(Field::source));
  if (!source) return forward_error(source);
  const bool is_scalar = source->is_imm() || op.lanes() == 1 || source->region == isa::Region{0, 1, 0};
  if (!is_scalar) {
    isa::Instruction test = context.for_channels(op, isa::Opcode::and_);
    test.cond_mod = isa::CondMod::nz;
    test.dst = null_operand(source->type);
    test.src = {*source, immediate(isa::Type::uw, 1), {}};
    return to_predicate(context, op, predicate->variable, test);
  }
  const auto place = context.layout().predicate(predicate->variable);
  if (!place || place->bytes == 0) return fail(fmt::format("unknown predicate {}", predicate->variable));
  const bool is_high =
      op.channel_offset() >= kFlagChannels && context.layout().predicate_elements(predicate->variable) > kFlagChannels;
  const isa::Type type = op.lanes() > kFlagChannels ? isa::Type::ud : isa::Type::uw;
  context.uses().predicate(Use::Kind::result, predicate->variable,
                           (op.lanes() > kFlagChannels ? ~0U : 0xFFFFU) << (is_high ? kFlagChannels : 0));
  context.out().scalar_op(isa::Opcode::mov, scalar(type, place->byte + (is_high ? 2 : 0)), *source);
  context.known().forget();
  return {};
}

// AND, OR, XOR and NOT of variables are native. On predicates, they work on one word for each channel.
Result<void> lower_logic(Context& context, const Op& op, const Row& row) {
  const auto* to = op.get<visa::PredicateVariable>(Field::destination);
  if (to == nullptr) return lower_alu(context, op, row);
  isa::Instruction native = context.for_channels(op, row.opcode);
  for (unsigned n = 0; op.find(Field::source, n) != nullptr; ++n) {
    const auto* from = op.get<visa::PredicateVariable>(Field::source, n);
    if (from == nullptr) return fail("logic on a predicate needs predicates as sources");
    const auto words = as_words(context, op, *from);
    if (!words) return forward_error(words);
    native.src[n] = *words;
  }
  if (row.opcode == isa::Opcode::not_) {
    native.opcode = isa::Opcode::xor_;
    native.src[1] = immediate(isa::Type::uw, 1);
  }
  if (op.predication.variable != 0) return fail("logic on predicates under a predicate is not executed");
  native.cond_mod = isa::CondMod::nz;
  native.dst = null_operand(isa::Type::uw);
  return to_predicate(context, op, to->variable, native);
}

// ADD3O: the predicate is a result. The sum is exact in 64 bits; it overflows if its low bits are a different number.
Result<void> lower_overflowing_sum(Context& context, const Op& op, const Row& row) {
  const auto sources = read_sources(context, op);
  const auto dst = context.destination(*op.find(Field::destination));
  if (!sources || !dst) return forward_error(sources, dst);
  Op unpredicated = op;
  unpredicated.predication = {};
  const auto sum = step(context, op, instruction(row.opcode, (*sources)[0], (*sources)[1]), isa::Type::q);
  if (!sum) return forward_error(sum);
  step_into(context, op, *sum, instruction(row.opcode, *sum, (*sources)[2]));
  const auto low = step(context, op, instruction(isa::Opcode::mov, *sum), dst->type);
  if (!low) return forward_error(low);
  const auto again = step(context, op, instruction(isa::Opcode::mov, *low), isa::Type::q);
  if (!again) return forward_error(again);
  isa::Instruction move = context.for_channels(op, isa::Opcode::mov);
  move.src[0] = *low;
  if (auto done = finish(context, unpredicated, move); !done || op.predication.variable == 0) return done;
  isa::Instruction compare = context.for_channels(op, isa::Opcode::cmp);
  compare.cond_mod = isa::CondMod::nz;
  compare.dst = null_operand(isa::Type::q);
  compare.src = {*sum, *again, {}};
  return to_predicate(context, op, op.predication.variable, compare);
}

// INVM, RSQTM: besides the result, there is an early-out flag for each channel (docs/record/undefined.md "INVM and
// RSQTM").
Result<void> lower_macro(Context& context, const Op& op, const Row& row) {
  constexpr unsigned kScratchFlag = 1;
  const auto sources = read_sources(context, op);
  const auto* to = op.get<visa::PredicateVariable>(Field::destination, 1);
  if (!sources) return forward_error(sources);
  if (to == nullptr) return fail("its second destination is not a predicate");
  isa::Instruction macro = instruction(row.opcode, (*sources)[0], (*sources)[1]);
  macro.math = row.math;
  macro.flag_nr = kScratchFlag;
  const auto result = step(context, op, macro, macro.src[0].type);
  auto early_out = flag_words(context, op, kScratchFlag, 0);
  if (!result || !early_out) return forward_error(result, early_out);
  if (op.predication.variable != 0) {  // other channels keep their bits
    const auto kept = as_words(context, op, *to);
    if (!kept) return forward_error(kept);
    isa::Instruction change = context.for_channels(op, isa::Opcode::mov);
    change.dst = *kept;
    change.src[0] = *early_out;
    if (auto done = context.predicate(op, change); !done) return done;
    context.out().add(change);
    early_out = kept;
  }
  isa::Instruction move = context.for_channels(op, isa::Opcode::mov);
  move.src[0] = *result;
  if (auto done = finish(context, op, move); !done) return done;
  isa::Instruction test = context.for_channels(op, isa::Opcode::and_);
  test.cond_mod = isa::CondMod::nz;
  test.dst = null_operand(isa::Type::uw);
  test.src = {*early_out, immediate(isa::Type::uw, 1), {}};
  return to_predicate(context, op, to->variable, test);
}

}  // namespace eugene::lower
