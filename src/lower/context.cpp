#include "lower/context.h"

#include <fmt/format.h>

#include <algorithm>

#include "visa/predefined.h"

namespace eugene::lower {
namespace {

constexpr unsigned kFlagHalf = 16;  // channels of half a flag register

isa::Operand flag_register() { return architecture(isa::Arf::f, 0, 0, isa::Type::ud); }

// .any and .all combine all elements of the predicate, whatever the execution size is.
isa::PredControl to_control(visa::PredicateControl control, unsigned elements) {
  using enum isa::PredControl;
  if (control == visa::PredicateControl::lanes || elements == 1) return normal;
  const bool any = control == visa::PredicateControl::any;
  return elements > 16  ? (any ? any32h : all32h)
         : elements > 8 ? (any ? any16h : all16h)
         : elements > 4 ? (any ? any8h : all8h)
         : elements > 2 ? (any ? any4h : all4h)
                        : (any ? any2h : all2h);
}

}  // namespace

Context::Context(const visa::Module& module, const visa::Kernel& kernel, const Target& target, Layout layout)
    : functions_(module),
      target_(target),
      layout_(std::move(layout)),
      uses_(layout_),
      flow_(out_, layout_, functions_) {
  begin(kernel);
  scratch_ = layout_.add_registers(kScratchRegisters);
}

void Context::begin(const visa::Kernel& kernel) {
  kernel_ = &kernel;
  flow_.begin(kernel);
  known_.forget();
  uses_.begin_kernel(kernel);
}

Result<bool> Context::begin_function() {
  const Function* function = functions_.next();
  if (function == nullptr) return false;
  auto layout = Layout::of_function(*function->kernel, layout_);
  if (!layout) return forward_error(layout);
  layout_ = std::move(*layout);
  begin(*function->kernel);
  functions_.begin(*this, *function);
  return true;
}

void Context::begin_instruction() {
  scratch_used_ = 0;
  address_used_ = 0;
}

Result<std::uint32_t> Context::scratch(unsigned registers) {
  if (scratch_used_ + registers > kScratchRegisters) return fail("its operands are too long to be executed");
  scratch_used_ += registers;
  return (scratch_ + scratch_used_ - registers) * isa::kRegisterBytes;
}

isa::Instruction Context::for_channels(const Op& op, isa::Opcode opcode) const {
  isa::Instruction native;
  native.opcode = opcode;
  native.exec_size = op.execution.lanes;
  native.channel_offset = static_cast<std::uint8_t>(op.channel_offset());
  native.no_mask = op.no_mask();
  return native;
}

// A predicate of sixteen elements serves either half of 32 channels: channel 16 finds bit 0 of f0 in f0.1.
Result<unsigned> Context::load_flag(std::uint32_t variable, unsigned channel_offset) {
  const auto place = layout_.predicate(variable);
  if (!place || place->bytes == 0) return fail(fmt::format("unknown predicate {}", variable));
  if (!known_.has_predicate(variable)) {
    out_.scalar_op(isa::Opcode::mov, flag_register(), scalar(isa::Type::ud, place->byte));
    known_.set_predicate(variable);
  }
  return layout_.predicate_elements(variable) <= kFlagHalf && channel_offset >= kFlagHalf ? 1 : 0;
}

Result<void> Context::store_flag(std::uint32_t variable) {
  const auto place = layout_.predicate(variable);
  if (!place || !known_.has_predicate(variable)) return fail("internal: another predicate is in f0");
  out_.scalar_op(isa::Opcode::mov, scalar(isa::Type::ud, place->byte), flag_register());
  return {};
}

Result<void> Context::predicate(const Op& op, isa::Instruction& instruction) {
  if (op.predication.variable == 0) return {};
  const auto half = load_flag(op.predication.variable, op.channel_offset());
  if (!half) return forward_error(half);
  instruction.flag_subnr = static_cast<std::uint8_t>(*half);
  instruction.pred_inverse = op.predication.inverse;
  instruction.pred_control = to_control(op.predication.control, layout_.predicate_elements(op.predication.variable));
  uses_.predication(op, *half, instruction.pred_control);
  return {};
}

Result<std::uint32_t> Context::general(std::uint32_t variable) const {
  const auto place = layout_.general(variable);
  if (!place) return fail(fmt::format("unknown variable {}", variable));
  if (place->architecture != 0) return fail("an architecture register cannot be used as this operand");
  return place->byte;
}

std::uint32_t Context::header_byte() const {
  const auto found = std::ranges::find(visa::kPredefined, "%r0", &visa::PredefinedVariable::name);
  return layout_.general(static_cast<std::uint32_t>(found - visa::kPredefined.begin()))->byte;
}

Result<std::optional<std::uint32_t>> Context::raw(const visa::Raw& raw) const {
  if (raw.variable == 0) return std::nullopt;
  const auto byte = general(raw.variable);
  if (!byte) return forward_error(byte);
  return *byte + raw.offset;
}

}  // namespace eugene::lower
