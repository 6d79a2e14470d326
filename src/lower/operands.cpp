// Converts vISA operands to native operands: variables become registers, addresses are moved to a0, immediates stay.
// vISA manual 5_operands.
#include <fmt/format.h>

#include <algorithm>

#include "base/bits.h"
#include "lower/steps.h"

namespace eugene::lower {
namespace {

constexpr unsigned kWordBits = 16;  // predicates with more elements are dwords

isa::Region make_region(const visa::Region& region) {
  const auto number = [](std::int8_t value) { return static_cast<std::uint8_t>(value == visa::kNoStride ? 0 : value); };
  return {.vstride = region.vertical == visa::kNoStride ? isa::Region::kPerRowAddress : number(region.vertical),
          .width = std::max<std::uint8_t>(number(region.width), 1),
          .hstride = number(region.horizontal)};
}

void apply_modifier(visa::Modifier modifier, isa::Operand& operand) {
  using enum visa::Modifier;
  operand.absolute = modifier == abs || modifier == negate_abs;
  operand.negate = modifier == negate || modifier == negate_abs || modifier == not_;
}

}  // namespace

std::optional<isa::Type> native_type(visa::Type type) {
  switch (type) {
    case visa::Type::ud: return isa::Type::ud;
    case visa::Type::d: return isa::Type::d;
    case visa::Type::uw: return isa::Type::uw;
    case visa::Type::w: return isa::Type::w;
    case visa::Type::ub: return isa::Type::ub;
    case visa::Type::b: return isa::Type::b;
    case visa::Type::df: return isa::Type::df;
    case visa::Type::f: return isa::Type::f;
    case visa::Type::v: return isa::Type::v;
    case visa::Type::vf: return isa::Type::vf;
    case visa::Type::uq: return isa::Type::uq;
    case visa::Type::uv: return isa::Type::uv;
    case visa::Type::q: return isa::Type::q;
    case visa::Type::hf: return isa::Type::hf;
    case visa::Type::bool_:
    case visa::Type::bf: break;
  }
  return std::nullopt;
}

Result<isa::Type> require_type(visa::Type type) {
  if (const auto native = native_type(type)) return *native;
  return fail(fmt::format("operands of type {} are not executed", visa::table_row(type).name));
}

Result<isa::Type> stored_type(visa::Type type) {
  return type == visa::Type::bf ? Result<isa::Type>(isa::Type::uw) : require_type(type);
}

std::optional<visa::Type> Context::operand_type(const visa::Operand& operand) const {
  if (const auto* general = std::get_if<visa::General>(&operand)) return layout_.type(general->variable);
  if (const auto* indirect = std::get_if<visa::Indirect>(&operand)) return indirect->type;
  return std::nullopt;
}

// A bfloat16 is the upper half of a float.
Result<isa::Operand> Context::widened(const Op& op, const isa::Operand& words) {
  auto bits = step(*this, op, instruction(isa::Opcode::shl, words, immediate(isa::Type::uw, 16)), isa::Type::ud);
  if (bits) bits->type = isa::Type::f;
  return bits;
}

Result<isa::Operand> Context::general_operand(const visa::General& general, isa::Region region) {
  const auto place = layout_.general(general.variable);
  const auto type = layout_.type(general.variable);
  if (!place || !type) return fail(fmt::format("unknown variable {}", general.variable));
  const auto native = stored_type(*type);
  if (!native) return forward_error(native);
  if (general.variable == 0) return null_operand(*native);
  const unsigned byte = general.row * register_bytes() + general.column * visa::byte_size(*type);
  if (place->architecture != 0) {
    return isa::Operand{.file = isa::RegFile::arf,
                        .type = *native,
                        .nr = place->architecture,
                        .subnr = static_cast<std::uint8_t>(place->byte + byte),
                        .region = region};
  }
  return registers(*native, place->byte + byte, region);
}

Result<isa::Operand> Context::indirect_operand(const visa::Indirect& indirect, unsigned lanes, isa::Region region) {
  const auto place = layout_.address(indirect.variable);
  const auto type = stored_type(indirect.type);
  if (!type) return forward_error(type);
  const bool by_row = region.vstride == isa::Region::kPerRowAddress;
  const unsigned addresses = by_row ? (lanes + region.width - 1) / region.width : 1;
  const unsigned byte = indirect.element * 2U;
  if (!place || byte + addresses * 2 > place->bytes) return fail("the elements are outside the address variable");
  if (address_used_ + addresses > gen().files.address_subregisters)
    return fail(
        fmt::format("an instruction with more than {} addresses is not executed", gen().files.address_subregisters));
  for (unsigned done = 0; done < addresses;) {
    const unsigned step = std::min(addresses - done, 8U);
    const unsigned size = step >= 8 ? 8 : step >= 4 ? 4 : step >= 2 ? 2 : 1;
    isa::Operand to = architecture(isa::Arf::a, 0, (address_used_ + done) * 2, isa::Type::uw);
    isa::Instruction& move = out_.scalar_op(isa::Opcode::mov, to, packed(isa::Type::uw, place->byte + byte + done * 2));
    move.exec_size = static_cast<std::uint8_t>(size);
    done += size;
  }
  isa::Operand operand = registers(*type, 0, region);
  operand.indirect = true;
  operand.addr_subnr = static_cast<std::uint8_t>(address_used_);
  operand.addr_imm = indirect.offset;
  address_used_ += addresses;
  return operand;
}

// In vISA, channel n has element n of a packed vector, whatever the destination is. A native instruction takes the word
// at the destination's place, which is the same only if the destination is packed words (docs/record/errata.md).
Result<isa::Operand> Context::packed_vector(const Op& op, const isa::Operand& vector) {
  return step(*this, op, instruction(isa::Opcode::mov, vector), isa::Type::w);
}

Result<isa::Operand> Context::words(const visa::General& bfloats) {
  auto native = general_operand(bfloats, make_region(bfloats.region));
  if (native) uses_.region(Use::Kind::source, bfloats, *native);
  return native;
}

Result<isa::Operand> Context::bfloat_source(const Op& op, const visa::Operand& operand) {
  const auto* general = std::get_if<visa::General>(&operand);
  const auto* indirect = std::get_if<visa::Indirect>(&operand);
  const auto words = general != nullptr ? this->words(*general)
                                        : indirect_operand(*indirect, op.lanes(), make_region(indirect->region));
  if (!words) return words;
  if (indirect != nullptr) uses_.region(Use::Kind::source, operand, *words);
  auto native = widened(op, *words);
  if (native) apply_modifier(general != nullptr ? general->modifier : indirect->modifier, *native);
  return native;
}

Result<isa::Operand> Context::source(const Op& op, const visa::Operand& operand) {
  if (operand_type(operand) == visa::Type::bf) return bfloat_source(op, operand);
  if (const auto* general = std::get_if<visa::General>(&operand)) {
    auto native = general_operand(*general, make_region(general->region));
    if (!native) return native;
    uses_.region(Use::Kind::source, operand, *native);
    apply_modifier(general->modifier, *native);
    return native;
  }
  if (const auto* indirect = std::get_if<visa::Indirect>(&operand)) {
    auto native = indirect_operand(*indirect, op.lanes(), make_region(indirect->region));
    if (!native) return native;
    uses_.region(Use::Kind::source, operand, *native);
    apply_modifier(indirect->modifier, *native);
    return native;
  }
  if (const auto* constant = std::get_if<visa::Immediate>(&operand)) {
    const auto type = require_type(constant->type);
    if (!type) return forward_error(type);
    if (*type == isa::Type::v || *type == isa::Type::uv) return packed_vector(op, immediate(*type, constant->bits));
    const unsigned bytes = visa::byte_size(constant->type);
    // Immediates cannot be bytes, so their values become words.
    if (bytes == 1) {
      const bool is_signed = *type == isa::Type::b;
      const auto low = static_cast<std::uint8_t>(constant->bits);
      return is_signed ? immediate(isa::Type::w, static_cast<std::uint16_t>(static_cast<std::int8_t>(low)))
                       : immediate(isa::Type::uw, low);
    }
    return immediate(*type, bytes == 8 ? constant->bits : constant->bits & ((std::uint64_t{1} << 8 * bytes) - 1));
  }
  if (const auto* address = std::get_if<visa::Address>(&operand)) {
    const auto place = layout_.address(address->variable);
    if (!place) return fail(fmt::format("unknown address variable {}", address->variable));
    const std::uint32_t byte = place->byte + address->element * 2U;
    const isa::Operand native = address->width == 1 ? scalar(isa::Type::uw, byte) : packed(isa::Type::uw, byte);
    uses_.region(Use::Kind::source, operand, native);
    return native;
  }
  if (const auto* of = std::get_if<visa::AddressOf>(&operand);
      of != nullptr && of->kind == visa::VariableKind::general) {
    const auto byte = general(of->variable);
    if (!byte) return forward_error(byte);
    const std::int64_t address = std::int64_t{*byte} - kFirstVariableRegister * isa::kRegisterBytes + of->offset;
    if (address < 0 || address > 0xFFFF) return fail("the address of this variable does not fit in 16 bits");
    return immediate(isa::Type::uw, static_cast<std::uint64_t>(address));
  }
  if (const auto* predicate = std::get_if<visa::PredicateVariable>(&operand)) {
    const auto place = layout_.predicate(predicate->variable);
    if (!place) return fail(fmt::format("unknown predicate {}", predicate->variable));
    const auto elements = layout_.predicate_elements(predicate->variable);
    uses_.predicate(Use::Kind::predicate, predicate->variable, static_cast<std::uint32_t>(low_mask(elements)));
    return scalar(layout_.predicate_elements(predicate->variable) > kWordBits ? isa::Type::ud : isa::Type::uw,
                  place->byte);
  }
  if (const auto* state = std::get_if<visa::State>(&operand)) {
    const auto place = state->kind == visa::VariableKind::surface ? layout_.surface(state->variable)
                                                                  : layout_.sampler(state->variable);
    if (!place || place->bytes == 0)
      return fail(fmt::format("unknown surface or sampler variable {}", state->variable));
    const isa::Operand native = packed(isa::Type::ud, place->byte + state->element * 4U);
    uses_.region(Use::Kind::source, operand, native);
    return native;
  }
  return fail("this kind of source is not executed");
}

Result<isa::Operand> Context::destination(const visa::Operand& operand) {
  auto native = destination_operand(operand);
  if (native) uses_.region(Use::Kind::destination, operand, *native);
  return native;
}

Result<isa::Operand> Context::destination_operand(const visa::Operand& operand) {
  const auto find_stride = [](const visa::Region& region) {
    return isa::Region{0, 1, static_cast<std::uint8_t>(std::max<std::int8_t>(region.horizontal, 1))};
  };
  if (const auto* general = std::get_if<visa::General>(&operand)) {
    return general_operand(*general, find_stride(general->region));
  }
  if (const auto* indirect = std::get_if<visa::Indirect>(&operand)) {
    return indirect_operand(*indirect, 1, find_stride(indirect->region));
  }
  if (const auto* address = std::get_if<visa::Address>(&operand)) {
    const auto place = layout_.address(address->variable);
    if (!place) return fail(fmt::format("unknown address variable {}", address->variable));
    return packed(isa::Type::uw, place->byte + address->element * 2U);
  }
  if (const auto* state = std::get_if<visa::State>(&operand)) {
    const auto place = state->kind == visa::VariableKind::surface ? layout_.surface(state->variable)
                                                                  : layout_.sampler(state->variable);
    if (!place || place->bytes == 0) return fail("a predefined surface or sampler cannot be written");
    return packed(isa::Type::ud, place->byte + state->element * 4U);
  }
  return fail("this kind of destination is not executed");
}

}  // namespace eugene::lower
