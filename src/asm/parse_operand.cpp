// Parses operands: the register, symbol or address that they name. parse_region.cpp parses the suffixes. SNB PRM vol4
// part2 7.4.2 to 7.4.6, and the symbols of 9.1.1.
#include <fmt/format.h>

#include "asm/parser.h"
#include "asm/spelling.h"

namespace eugene::assembly {
namespace {

constexpr std::string_view kRegisters = "SNB PRM vol4 part2 7.4.5";

}  // namespace

bool Parser::operand(WrittenOperand& operand, bool is_destination) {
  operand.at = peek();
  if (!no_comma() || !foreign_operand()) return false;
  bool negated = false;
  if (peek().is('-') || peek().is('~')) {
    negated = true;
    const bool inverted = peek().is('~');
    lexer_.advance();
    if (inverted && !peek().is_identifier() && !peek().is('(')) {
      if (!unary(operand.value)) return false;
      operand.value = {.integer = ~operand.value.integer};
      operand.is_value = true;
      return binary_rest(operand.value, 0) && type_suffix(operand);
    }
  }
  if (peek().is('(')) {
    lexer_.advance();
    if (peek().is_identifier() && same_name(peek().text, "abs")) {
      lexer_.advance();
      if (!expect(')', "after (abs")) return false;
      operand.op.absolute = true;
    } else {
      operand.is_value = true;
      if (!binary(operand.value, 0) || !expect(')', "after the expression")) return false;
      if (negated && !negate(operand.value)) return false;
      return binary_rest(operand.value, 0) && type_suffix(operand);
    }
  }
  operand.op.negate = negated;
  operand.has_tilde = operand.at.is('~');
  if (!peek().is_identifier()) return value_operand(operand, negated);
  const Token name = peek();
  if (!symbols_.empty()) {
    if (const auto symbol = symbols_.find(name.text); symbol != symbols_.end()) {
      lexer_.advance();
      return symbol_operand(operand, symbol->second) && register_tail(operand, is_destination);
    }
  }
  const auto found_register = find_register(name.text, !dialect_.operand.type_colon);
  if (!found_register) return value_operand(operand, negated);
  lexer_.advance();
  if (found_register->overflow) {
    return refuse(name, isa::limit("register.number"), {}, name.text);
  }
  operand.op.file = found_register->file;
  operand.op.type = found_register->natural;
  if (found_register->type) {
    operand.op.type = *found_register->type;
    operand.has_type = true;
  }
  if (!found_register->nr) {
    if (!peek().is('[')) {
      return error(name, fmt::format("'{}' needs a register number", name.text), "register.form",
                   std::string(kRegisters),
                   fmt::format("write {}0, or {}[a0.0] for an indirect register", name.text, name.text));
    }
    return index(operand, 0, 0) && register_tail(operand, is_destination);
  }
  operand.op.nr = *found_register->nr;
  if (operand.op.is_grf() && operand.op.nr >= gen_.files.grf_count) {
    return refuse(name, isa::limit("register.number"), {}, name.text);
  }
  return register_tail(operand, is_destination);
}

// Parses the suffixes of a register: .subregister, <region>, .channels, :type.
bool Parser::register_tail(WrittenOperand& operand, bool is_destination) {
  if (operand.has_type) return true;
  while (peek().is('.') && !peek().space_before) {
    if (!dotted(operand)) return false;
  }
  if (peek().is('[') && !peek().space_before && !operand.op.indirect) {
    return error(peek(), "a subregister must be written after a point", "register.subregister", std::string(kRegisters),
                 "write r5.2, or r[a0.0] for a register that an address names");
  }
  if (peek().is('<')) {
    if (!region(operand, is_destination)) return false;
    if (peek().is('.') && !channels(operand)) return false;
  }
  return operand.has_type || type_suffix(operand);
}

// Parses an immediate or a label, perhaps with a type.
bool Parser::value_operand(WrittenOperand& operand, bool negated) {
  operand.is_value = true;
  operand.op.negate = false;
  if (operand.op.absolute)
    return error(peek(), "(abs) needs a register", "operand.modifier", "SNB PRM vol4 part2 7.4.12",
                 peek().is('-') ? "write the sign first: -(abs)" : "write the absolute value of the number");
  if (accept('[')) {
    if (!vector_list(operand.value)) return false;
  } else {
    if (!unary(operand.value)) return false;
    if (negated && !negate(operand.value)) return false;
    if (!binary_rest(operand.value, 0)) return false;
  }
  return type_suffix(operand);
}

// Parses symbol, symbol(RegOff), symbol(RegOff, SubRegOff), symbol[IdxReg], symbol[IdxReg, RegOff] or symbol[IdxReg,
// RegOff, SubRegOff].
bool Parser::symbol_operand(WrittenOperand& operand, const Symbol& symbol) {
  operand.symbol = &symbol;
  operand.op.file = symbol.file;
  if (symbol.file == isa::RegFile::arf) operand.op.type = kArfsByKind[symbol.base >> 4].value.type;
  if (peek().is('[')) {
    return index(operand, 32 * std::int64_t{symbol.base} + std::int64_t{symbol.sub_base} * symbol.element_size,
                 symbol.element_size);
  }
  std::int64_t registers = 0, elements = 0;
  if (accept('(')) {
    if (!integer_expression(registers, "the register offset")) return false;
    if (accept(',') && !integer_expression(elements, "the subregister offset")) return false;
    if (!expect(')', "after the offsets of a symbol")) return false;
  }
  // Subregisters past the end of a register belong to the next one: the register file is one row of bytes (5.3).
  const std::int64_t limit = 1 << 20;
  if (std::abs(registers) > limit || std::abs(elements) > limit) {
    return refuse(operand.at, isa::limit("register.number"), {}, "the offset is outside the register file");
  }
  const std::int64_t byte =
      32 * (std::int64_t{symbol.base} + registers) + (symbol.sub_base + elements) * symbol.element_size;
  const std::int64_t last = symbol.file == isa::RegFile::grf ? gen_.files.grf_count : 256;
  if (byte < 0 || byte >= 32 * last) {
    return refuse(operand.at, isa::limit("register.number"), {}, "the offset is outside the register file");
  }
  operand.op.nr = static_cast<std::uint8_t>(byte / 32);
  operand.subregister = static_cast<std::uint32_t>(byte % 32);
  operand.has_subregister = operand.in_bytes = true;
  return true;
}

// Parses an indirect address: [a0.2, 16], or [a0.2, RegOff, SubRegOff] after a symbol. `byte_base` is added to the
// offset. `element_size` is the symbol's element size, or 0 without a symbol.
bool Parser::index(WrittenOperand& operand, std::int64_t byte_base, std::uint32_t element_size) {
  const Token open = next();
  operand.op.indirect = true;
  const Token name = next();
  const auto a0 = name.is_identifier() ? find_register(name.text, false) : std::nullopt;
  if (!a0 || a0->nr != static_cast<std::uint8_t>(isa::Arf::a) << 4) {
    return error(name, fmt::format("expected a0, found '{}'", name.text), "address.register",
                 "SNB PRM vol4 part2 7.4.4", "write r[a0.0, 32]");
  }
  std::uint64_t subregister = 0;
  if (accept('.')) {
    const Token at = peek();
    if (!expect_number(subregister, "a subregister of a0")) return false;
    if (!isa::has_address_subregister(gen_, subregister)) {
      return refuse(at, isa::limit("indirect.subregister"), {}, fmt::format("a0.{}", subregister));
    }
  }
  operand.op.addr_subnr = static_cast<std::uint8_t>(subregister);
  std::int64_t offset = 0, elements = 0;
  accept(',');
  if (!peek().is(']') && !integer_expression(offset, "the address offset")) return false;
  if (element_size != 0) {
    if (accept(',') && !integer_expression(elements, "the subregister offset")) return false;
    constexpr std::int64_t kFar = 1 << 20;
    if (std::abs(offset) > kFar || std::abs(elements) > kFar) offset = kFar;
    offset = byte_base + 32 * offset + elements * element_size;
  }
  if (!expect(']', "after the address")) return false;
  if (!isa::fits_address_immediate(offset)) {
    return refuse(open, isa::limit("indirect.offset"), {}, fmt::format("{}", offset));
  }
  operand.op.addr_imm = static_cast<std::int16_t>(offset);
  return true;
}

}  // namespace eugene::assembly
