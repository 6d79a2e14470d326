// Types and execution sizes that the text leaves out. SNB PRM vol4 part2 9.1.2.
#include "asm/parser.h"

namespace eugene::assembly {
namespace {

using isa::Type;

bool has_only_floats(const isa::OpcodeInfo& row) {
  return row.types != isa::kNoTypes && (row.types & ~isa::kFloatOnly) == 0;
}

bool has_own_type(const isa::Operand& op) {
  return op.file == isa::RegFile::arf && !op.is_null() && !op.is_arf(isa::Arf::acc);
}

}  // namespace

// Sets types that are not written: the symbol's, a pragma's, the register's, or the other operands'.
void Parser::settle_types(Statement& s) {
  const Type last_resort = has_only_floats(s.i.row()) ? Type::f : Type::ud;
  const auto settle_type = [&](WrittenOperand& written, std::optional<Type> other) {
    if (written.has_type || written.is_value) return;
    const bool null = written.op.is_null();
    if (written.symbol != nullptr && written.symbol->type) {
      written.op.type = *written.symbol->type;
    } else if (const auto by_pragma = pragma_type(written.op); by_pragma && !(null && other)) {
      written.op.type = *by_pragma;
    } else if (has_own_type(written.op)) {
      return;
    } else if (other) {
      written.op.type = *other;
    } else {
      written.op.type = last_resort;
    }
  };
  const isa::Format format = s.i.row().format;
  if (isa::is_send(format)) {
    // Types have little meaning in a message. Each operand gets its default.
    settle_type(s.dst, std::nullopt);
    settle_type(s.src[0], std::nullopt);
    return;
  }
  // True if the type of `written` comes from the text or from the register itself.
  const auto is_said = [&](const WrittenOperand& written) {
    return written.has_type || written.op.is_null() || (written.symbol != nullptr && written.symbol->type) ||
           has_own_type(written.op) || pragma_type(written.op);
  };
  const auto known_type = [](const WrittenOperand& written) -> std::optional<Type> {
    if (written.has_type && !written.is_value) return written.op.type;
    if (!written.is_value && written.symbol != nullptr) return written.symbol->type;
    return std::nullopt;
  };
  std::optional<Type> common;
  for (std::uint8_t n = 0; n < s.sources && !common; ++n) common = known_type(s.src[n]);
  const std::optional<Type> dst_type = s.has_dst ? known_type(s.dst) : std::nullopt;
  if (s.has_dst) {
    settle_type(s.dst, s.dst.op.is_null() ? common : std::nullopt);
    const bool fraction = s.src[0].is_value && s.src[0].value.is_fraction;
    const Type source = common.value_or(fraction && !s.src[0].has_type ? Type::f : s.src[0].op.type);
    if (!is_said(s.dst) && (common || fraction) && isa::is_float(source) && !isa::is_float(s.dst.op.type))
      warn_of_open_type(s, source);
  }
  for (std::uint8_t n = 0; n < s.sources; ++n)
    settle_type(s.src[n], dst_type ? dst_type : s.i.row().sources == 3 ? common : std::nullopt);
  if (s.target_register != 0) settle_type(s.src[s.target_register - 1U], Type::d);
}

// Returns the type that a pragma gives `op`: for its architecture register, for its file, or for all files. A pragma
// for all files does not apply to registers with a fixed type, such as a0.
std::optional<Type> Parser::pragma_type(const isa::Operand& op) const {
  const auto& types = defaults_.register_type;
  const auto file = static_cast<std::size_t>(op.file);
  if (op.file == isa::RegFile::arf && defaults_.arf_type[op.nr >> 4]) return defaults_.arf_type[op.nr >> 4];
  return has_own_type(op) ? types.each[file] : types.of(file);
}

// 9.1.2: 16 channels for bytes and words, 8 for doublewords; 8 for flow control without a destination, 1 for scalars.
void Parser::settle_exec_size(Statement& s) {
  if (s.has_exec_size) return;
  const isa::Format format = s.i.row().format;
  const auto type = static_cast<std::size_t>(s.has_dst ? s.dst.op.type : Type::d);
  if (format == isa::Format::none || format == isa::Format::jump || format == isa::Format::sync ||
      s.i.opcode == isa::Opcode::wait) {
    s.i.exec_size = 1;
  } else if (const auto by_pragma = defaults_.exec_size.of(type)) {
    s.i.exec_size = *by_pragma;
  } else {
    const unsigned bytes = s.has_dst ? isa::byte_size(s.dst.op.type) : 4;
    s.i.exec_size = bytes <= 2 ? 16 : bytes == 4 ? 8 : 4;
  }
}

}  // namespace eugene::assembly
