#include "asm/print_operand.h"

#include <bit>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "asm/spelling.h"
#include "asm/value.h"
#include "base/bits.h"

namespace eugene::assembly {
namespace {

using isa::AccessMode;
using isa::Operand;
using isa::RegFile;
using isa::Region;
using isa::Type;

void print_register_name(const Dialect& dialect, const Operand& operand, TextOut& out) {
  switch (operand.file) {
    case RegFile::grf:
      out.put(dialect.operand.grf);
      out.dec(operand.nr);
      return;
    case RegFile::mrf:
      out.put('m');
      out.dec(operand.nr);
      return;
    case RegFile::arf: {
      const auto& [name, arf] = kArfsByKind[operand.nr >> 4];
      out.put(name);
      if (arf.numbered || operand.arf_nr() != 0) out.dec(operand.arf_nr());
      return;
    }
    case RegFile::imm: return;  // printed by print_immediate
  }
}

// The subregister counts elements. A byte offset that is not the start of an element is written in bytes, as .3b.
void print_subregister(const Dialect& dialect, const Operand& operand, TextOut& out) {
  const unsigned size = isa::byte_size(operand.type);
  if (operand.subnr % size != 0) {
    out.put('.');
    out.dec(operand.subnr);
    out.put('b');
  } else if (operand.subnr != 0 ||
             (dialect.operand.subregister_always && !operand.is_null() && !operand.is_arf(isa::Arf::ip))) {
    out.put('.');
    out.dec(operand.subnr / size);
  }
}

void print_location(const Dialect& dialect, const Operand& operand, TextOut& out) {
  if (!operand.indirect) {
    print_register_name(dialect, operand, out);
    print_subregister(dialect, operand, out);
    return;
  }
  out.put(operand.is_mrf() ? 'm' : dialect.operand.grf);
  out.put("[a0");
  if (dialect.operand.subregister_always || operand.addr_subnr != 0) {
    out.put('.');
    out.dec(operand.addr_subnr);
  }
  if (operand.addr_imm != 0) {
    out.put(dialect.operand.address_separator);
    out.dec(operand.addr_imm);
  }
  out.put(']');
}

void print_channels(std::uint8_t write_mask, TextOut& out) {
  if (write_mask == isa::kWriteAll) return;
  out.put('.');
  for (unsigned channel = 0; channel < 4; ++channel) {
    if ((write_mask >> channel & 1) != 0) out.put("xyzw"[channel]);
  }
  if (write_mask == 0) out.put("none");
}

void print_swizzle(std::uint8_t swizzle, TextOut& out) {
  out.put('.');
  const unsigned x = swizzle & 3U;
  if (swizzle == x * 0x55U) {
    out.put("xyzw"[x]);
    return;
  }
  for (unsigned channel = 0; channel < 4; ++channel) out.put("xyzw"[swizzle >> (2 * channel) & 3U]);
}

// Prints the accumulator of a math macro's operand. Returns false if it has none.
bool print_macro_register(const OperandStyle& style, std::uint8_t code, TextOut& out) {
  const std::string_view name =
      style.is_macro && style.access_mode == AccessMode::align16 ? kMacroRegisters.find_name(code) : "";
  if (name.empty()) return false;
  out.put('.');
  out.put(name);
  return true;
}

std::uint8_t macro_code(const Operand& operand, const OperandStyle& style) {
  return style.form == OperandForm::destination ? operand.write_mask : operand.swizzle;
}

void print_bare_macro(const Dialect& dialect, const Operand& operand, const OperandStyle& style, TextOut& out) {
  print_register_name(dialect, operand, out);
  print_macro_register(style, macro_code(operand, style), out);
  print_type(dialect, operand.type, out);
}

void print_destination(const Dialect& dialect, const Operand& dst, const OperandStyle& style, TextOut& out) {
  if (style.prefixes_saturation) out.put("(sat)");
  if (is_bare_macro(dialect, dst, style)) return print_bare_macro(dialect, dst, style, out);
  print_location(dialect, dst, out);
  out.put('<');
  out.dec(dst.region.hstride);
  out.put('>');
  if (style.access_mode == AccessMode::align16 && !print_macro_register(style, dst.write_mask, out)) {
    print_channels(dst.write_mask, out);
  }
  print_type(dialect, dst.type, out);
}

void print_vertical_stride(const Region& region, TextOut& out) {
  out.put('<');
  if (region.vstride == Region::kPerRowAddress) {
    out.put("VxH");
  } else {
    out.dec(region.vstride);
  }
  out.put('>');
}

// Align16 sources step by whole rows of four, so only the vertical stride is written (5.2.2).
void print_align16_region(const Dialect& dialect, const Operand& src, const OperandStyle& style, TextOut& out) {
  if (style.form != OperandForm::ternary) {
    print_vertical_stride(src.region, out);
    if (print_macro_register(style, src.swizzle, out)) return;
    if (src.swizzle != isa::kSwizzleNone) print_swizzle(src.swizzle, out);
    return;
  }
  print_region(dialect, src.region, out);
  if (print_macro_register(style, src.swizzle, out)) return;
  const bool scalar = src.region.vstride == 0;
  if (src.swizzle != (scalar ? dialect.operand.scalar_swizzle : isa::kSwizzleNone)) print_swizzle(src.swizzle, out);
}

// Elements in sequence are <2;1> and a single element is <0;0>; in the last source they are <1> and <0>.
void print_align1_ternary_region(const Region& region, const OperandStyle& style, TextOut& out) {
  const bool scalar = region.vstride == 0;
  if (style.is_last) {
    out.put(scalar ? "<0>" : "<1>");
  } else {
    out.put(scalar ? "<0;0>" : "<2;1>");
  }
}

// The strides of a three-source operand in Align1 mode: vertical and horizontal; of the last source only horizontal.
void print_strides(const Region& region, const OperandStyle& style, TextOut& out) {
  out.put('<');
  if (!style.is_last) {
    out.dec(region.vstride);
    out.put(';');
  }
  out.dec(region.hstride);
  out.put('>');
}

void print_source(const Dialect& dialect, const Operand& src, const OperandStyle& style, TextOut& out) {
  if (src.negate) out.put(style.logic && dialect.operand.negate_logic_tilde ? '~' : '-');
  if (src.absolute) out.put("(abs)");
  if (is_bare_macro(dialect, src, style)) return print_bare_macro(dialect, src, style, out);
  print_location(dialect, src, out);
  if (style.as_strides) {
    print_strides(src.region, style, out);
  } else if (style.as_align1) {
    print_align1_ternary_region(src.region, style, out);
  } else if (style.access_mode == AccessMode::align16) {
    print_align16_region(dialect, src, style, out);
  } else {
    print_region(dialect, src.region, out);
  }
  print_type(dialect, src.type, out);
}

// Prints the shortest decimal fraction that reads back as the same bits, or the bits if there is none.
template <class Float, class Bits>
void print_float(Bits bits, TextOut& out) {
  const auto value = std::bit_cast<Float>(bits);
  if (!std::isfinite(value)) {
    out.hex(bits, 2 * sizeof bits);
    return;
  }
  char text[40];
  const std::string_view shortest(text, static_cast<std::size_t>(fmt::format_to(text, "{}", value) - text));
  out.put(shortest);
  if (shortest.find_first_of(".e") == std::string_view::npos) out.put(".0");
}

// A word is repeated in both halves of its field. Any other contents are written with all eight digits.
void print_word(const Operand& operand, bool as_hex, TextOut& out) {
  const auto low = static_cast<std::uint16_t>(operand.imm);
  if (operand.imm != (std::uint64_t{low} << 16 | low)) {
    out.hex(operand.imm, 8);
  } else if (as_hex) {
    out.hex(low, 4);
  } else {
    out.dec(static_cast<std::int16_t>(low));
  }
}

void print_float_bits(const Operand& operand, TextOut& out) {
  switch (operand.type) {
    case Type::df: out.hex(operand.imm, 16); return;
    case Type::hf: print_word(operand, true, out); return;
    default: out.hex(operand.imm); return;
  }
}

// Returns the bits of a float immediate. A half is repeated in both halves of the field; null if they differ.
std::optional<std::uint64_t> read_float(const Operand& operand) {
  if (operand.type != Type::hf) return operand.imm;
  const auto low = static_cast<std::uint16_t>(operand.imm);
  return operand.imm >> 16 == low ? std::optional<std::uint64_t>(low) : std::nullopt;
}

// Prints inf, qnan(0x0) or snan(0x1). Returns false if the immediate is a number.
bool print_no_number(const Operand& operand, TextOut& out) {
  const auto bits = read_float(operand);
  const auto [exponent_bits, fraction_bits] = float_format(operand.type);
  if (!bits || (*bits >> fraction_bits & low_mask(exponent_bits)) != low_mask(exponent_bits)) return false;
  if ((*bits >> (fraction_bits + exponent_bits)) != 0) out.put('-');
  const std::uint64_t fraction = *bits & low_mask(fraction_bits);
  if (fraction == 0) {
    out.put("inf");
    return true;
  }
  out.put(fraction > max_payload(operand.type) ? "qnan(" : "snan(");
  out.hex(fraction & max_payload(operand.type));
  out.put(')');
  return true;
}

void print_float_value(const Dialect& dialect, const Operand& operand, TextOut& out) {
  if (dialect.names_no_number && print_no_number(operand, out)) return;
  switch (operand.type) {
    case Type::f: print_float<float>(static_cast<std::uint32_t>(operand.imm), out); return;
    case Type::df: print_float<double>(operand.imm, out); return;
    default: print_word(operand, true, out); return;
  }
}

}  // namespace

bool is_bare_macro(const Dialect& dialect, const Operand& operand, const OperandStyle& style) {
  if (!dialect.macro_registers_bare || !style.is_macro || style.access_mode != AccessMode::align16) return false;
  Region region = operand.region;
  if (style.form == OperandForm::destination) region = {.hstride = region.hstride};
  return region == style.macro_region && operand.subnr == 0 && !operand.indirect &&
         !kMacroRegisters.find_name(macro_code(operand, style)).empty();
}

void print_type(const Dialect& dialect, Type type, TextOut& out) {
  const std::string_view name = isa::info(type).name;
  if (dialect.operand.type_colon) {
    out.put(':');
    out.put(name);
    return;
  }
  for (const char c : name) out.put(static_cast<char>(c - ('a' - 'A')));
}

void print_region(const Dialect& dialect, const Region& region, TextOut& out) {
  out.put('<');
  if (region.vstride != Region::kPerRowAddress) {
    out.dec(region.vstride);
    out.put(dialect.operand.region_separator);
  } else if (dialect.operand.names_per_row_address) {
    out.put("VxH,");
  }
  out.dec(region.width);
  out.put(',');
  out.dec(region.hstride);
  out.put('>');
}

void print_immediate(const Dialect& dialect, const Operand& operand, TextOut& out) {
  switch (operand.type) {
    case Type::f:
    case Type::df:
    case Type::hf:
      if (dialect.float_bits) {
        print_float_bits(operand, out);
      } else {
        print_float_value(dialect, operand, out);
      }
      break;
    case Type::d: out.dec(static_cast<std::int32_t>(operand.imm)); break;
    case Type::w: print_word(operand, false, out); break;
    case Type::uw: print_word(operand, true, out); break;
    case Type::q: out.dec(static_cast<std::int64_t>(operand.imm)); break;
    case Type::uq: out.hex(operand.imm, dialect.float_bits ? 16 : 1); break;
    case Type::ud: out.hex(operand.imm, dialect.float_bits ? 8 : 1); break;
    default: out.hex(operand.imm, 8); break;
  }
  print_type(dialect, operand.type, out);
}

void print_operand(const Dialect& dialect, const Operand& operand, const OperandStyle& style, TextOut& out) {
  if (operand.is_imm()) {
    print_immediate(dialect, operand, out);
    return;
  }
  switch (style.form) {
    case OperandForm::destination: print_destination(dialect, operand, style, out); return;
    case OperandForm::source:
    case OperandForm::ternary: print_source(dialect, operand, style, out); return;
    case OperandForm::location: print_location(dialect, operand, out); return;
    case OperandForm::bare:
      print_location(dialect, operand, out);
      print_type(dialect, operand.type, out);
      return;
  }
}

}  // namespace eugene::assembly
