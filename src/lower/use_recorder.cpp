#include "lower/use_recorder.h"

#include <algorithm>

#include "lower/emitter.h"
#include "visa/predefined.h"

namespace eugene::lower {
namespace {

// Messages have at least this many channels (SKL PRM vol7 data port), but variables need no elements for the extra
// ones.
constexpr unsigned kLeastMessageChannels = 8;

std::string find_name(const visa::OtherVariable& variable) { return variable.name; }

template <class Variables>
std::string name_at(const Variables& variables, std::size_t n) {
  return n < variables.size() ? find_name(variables[n]) : std::string();
}

std::string find_name(const visa::Kernel& kernel, std::uint32_t general) {
  if (general < visa::kPredefined.size()) return std::string(visa::kPredefined[general].name);
  const std::size_t n = general - visa::kFirstGeneral;
  return n < kernel.variables.generals.size() ? kernel.variables.generals[n].name : std::string();
}

}  // namespace

void UseRecorder::begin_statement(const Op& op, std::uint32_t first) {
  Statement statement{.first = first,
                      .page = op.form.page,
                      .routine = kernel_->name,
                      .number = static_cast<std::uint32_t>(&op.instruction - kernel_->instructions.data()) + 1,
                      .shape = {},
                      .predicate = {},
                      .uses = {}};
  statement.shape.opcode = isa::Opcode::nop;
  statement.shape.exec_size = op.execution.lanes;
  statement.shape.channel_offset = static_cast<std::uint8_t>(op.channel_offset());
  statement.shape.no_mask = op.no_mask();
  has_channels_ = op.find(visa::Field::execution) != nullptr || op.find(visa::Field::element_count) != nullptr;
  // A statement without native instructions has used nothing.
  if (!uses_.statements.empty() && uses_.statements.back().first == statement.first) uses_.statements.pop_back();
  uses_.statements.push_back(std::move(statement));
}

void UseRecorder::add(Use use) {
  if (!uses_.statements.empty()) uses_.statements.back().uses.push_back(std::move(use));
}

void UseRecorder::region(Use::Kind kind, const visa::Operand& operand, const isa::Operand& native) {
  Use use{.kind = kind, .name = {}, .operand = native};
  std::optional<RegisterPlace> place;
  if (const auto* general = std::get_if<visa::General>(&operand)) {
    if (general->variable == 0) return;
    place = layout_.general(general->variable);
    use.name = find_name(*kernel_, general->variable);
  } else if (const auto* indirect = std::get_if<visa::Indirect>(&operand)) {
    place = layout_.address(indirect->variable);
    use.name = name_at(kernel_->variables.addresses, indirect->variable);
    use.byte = place ? place->byte + indirect->element * 2U : 0;
  } else if (const auto* address = std::get_if<visa::Address>(&operand)) {
    place = layout_.address(address->variable);
    use.name = name_at(kernel_->variables.addresses, address->variable);
  } else if (const auto* state = std::get_if<visa::State>(&operand)) {
    const bool is_surface = state->kind == visa::VariableKind::surface;
    place = is_surface ? layout_.surface(state->variable) : layout_.sampler(state->variable);
    use.name = is_surface ? name_at(kernel_->variables.surfaces, state->variable - visa::kFirstSurface)
                          : name_at(kernel_->variables.samplers, state->variable);
  }
  if (!place || place->architecture != 0) return;
  if (!native.indirect) use.byte = native.nr * isa::kRegisterBytes + native.subnr;
  use.end = place->byte + place->bytes;
  add(std::move(use));
}

unsigned UseRecorder::message_bytes(unsigned registers) const {
  const unsigned bytes = registers * isa::kRegisterBytes;
  if (uses_.statements.empty() || !has_channels_) return bytes;
  return bytes * std::min<unsigned>(uses_.statements.back().shape.exec_size, kLeastMessageChannels) /
         kLeastMessageChannels;
}

void UseRecorder::registers(Use::Kind kind, const visa::Raw& raw, unsigned bytes, bool by_message,
                            unsigned register_bytes) {
  const auto place = layout_.general(raw.variable);
  if (raw.variable == 0 || !place || uses_.statements.empty()) return;
  add({.kind = kind,
       .name = find_name(*kernel_, raw.variable),
       .byte = place->byte + raw.offset,
       .end = place->byte + place->bytes,
       .bytes = bytes,
       .register_bytes = register_bytes,
       .operand = {},
       .by_message = by_message});
}

void UseRecorder::state(std::uint32_t byte, std::uint32_t surface) {
  add({.name = name_at(kernel_->variables.surfaces, surface - visa::kFirstSurface),
       .byte = byte,
       .end = byte + 4,
       .operand = scalar(isa::Type::ud, byte)});
}

void UseRecorder::predicate(Use::Kind kind, std::uint32_t variable, std::uint32_t bits) {
  const auto place = layout_.predicate(variable);
  if (!place) return;
  add({.kind = kind,
       .name = name_at(kernel_->variables.predicates, variable - visa::kFirstPredicate),
       .byte = place->byte,
       .end = place->byte + place->bytes,
       .operand = {},
       .bits = bits});
}

void UseRecorder::life(Use::Kind kind, const Op& op) {
  enum class VariableKind : std::uint8_t { general, address, predicate };
  const auto kind_of_variable = static_cast<VariableKind>(op.number(visa::Field::lifetime_selector) >> 4 & 3);
  const auto id = static_cast<std::uint32_t>(op.number(visa::Field::lifetime_variable));
  const auto place = kind_of_variable == VariableKind::general   ? layout_.general(id)
                     : kind_of_variable == VariableKind::address ? layout_.address(id)
                                                                 : layout_.predicate(id);
  if (!place || place->architecture != 0) return;
  add({.kind = kind, .name = {}, .byte = place->byte, .end = place->byte + place->bytes, .operand = {}});
}

void UseRecorder::predication(const Op& op, unsigned half, isa::PredControl control) {
  if (uses_.statements.empty()) return;
  const std::uint16_t variable = op.predication.variable;
  const auto place = layout_.predicate(variable);
  uses_.statements.back().predicate = {.name = name_at(kernel_->variables.predicates, variable - visa::kFirstPredicate),
                                       .byte = place->byte,
                                       .end = place->byte + place->bytes,
                                       .elements = static_cast<std::uint8_t>(layout_.predicate_elements(variable)),
                                       .shift = static_cast<std::uint8_t>(op.channel_offset() - 16 * half),
                                       .control = control,
                                       .inverse = op.predication.inverse};
}

// Adds the variables of the kernel or function whose code begins. Called after Layout::place().
void UseRecorder::begin_kernel(const visa::Kernel& kernel) {
  kernel_ = &kernel;
  const auto& generals = kernel_->variables.generals;
  for (std::uint32_t n = 0; n < generals.size(); ++n) {
    const auto place = layout_.general(visa::kFirstGeneral + n);
    if (generals[n].alias == 0 && place && place->architecture == 0)
      uses_.variables.push_back({.name = generals[n].name, .byte = place->byte, .bytes = place->bytes});
  }
  std::ranges::sort(uses_.variables, {}, &Extent::byte);
}

// Adds the predefined variables. vISA manual 4_visa_header: %arg is undefined if a function does not receive it,
// %retval if the callee has not returned it.
UseRecorder::UseRecorder(const Layout& layout) : layout_(layout) {
  for (std::uint32_t id = 1; id < visa::kPredefined.size(); ++id) {
    const visa::PredefinedVariable& row = visa::kPredefined[id];
    const auto place = layout_.general(id);
    if (!place || place->architecture != 0) continue;
    const Extent extent{.name = std::string(row.name), .byte = place->byte, .bytes = place->bytes};
    if (row.name != "%arg" && row.name != "%retval") uses_.defined.push_back(extent);
    uses_.variables.push_back(extent);
  }
}

}  // namespace eugene::lower
