// Operands: SNB PRM vol4 part2 7.4.2 to 7.4.10, and the symbols of 9.1.1.
#include <fmt/format.h>

#include "asm/parser.h"
#include "asm/spelling.h"

namespace eugene::assembly {
namespace {

constexpr std::string_view kRegisters = "SNB PRM vol4 part2 7.4.5";
constexpr std::string_view kRegions = "SNB PRM vol4 part2 7.4.7";

constexpr std::uint64_t set_of(std::initializer_list<unsigned> values) {
  std::uint64_t set = 0;
  for (const unsigned value : values) set |= std::uint64_t{1} << value;
  return set;
}
constexpr std::uint64_t kVStrides = set_of({0, 1, 2, 4, 8, 16, 32});
constexpr std::uint64_t kWidths = set_of({1, 2, 4, 8, 16});
constexpr std::uint64_t kHStrides = set_of({0, 1, 2, 4});

// What C calls the types.
constexpr NameTable kForeignTypes{std::to_array<Named<isa::Type>>({
    {"float", isa::Type::f},
    {"double", isa::Type::df},
    {"half", isa::Type::hf},
    {"int", isa::Type::d},
    {"uint", isa::Type::ud},
    {"short", isa::Type::w},
    {"ushort", isa::Type::uw},
    {"char", isa::Type::b},
    {"uchar", isa::Type::ub},
    {"long", isa::Type::q},
    {"ulong", isa::Type::uq},
})};

// The number of leading letters of `text` that name channels.
std::size_t channel_letters(std::string_view text) { return std::min(text.find_first_not_of("xyzw"), text.size()); }

// The number of leading letters of `text` that name an accumulator of a math macro: mme0, nomme.
std::size_t macro_letters(std::string_view text) {
  for (const std::string_view name : kMacroRegisters.names()) {
    if (same_name(text.substr(0, name.size()), name)) return name.size();
  }
  return 0;
}

}  // namespace

std::string types_of(const isa::Gen& gen) {
  std::string registers, immediates;
  for (const isa::TypeInfo& row : isa::kTypes) {
    if (isa::has_type(gen, row.type)) (row.is_vector ? immediates : registers) += fmt::format(" {}", row.name);
  }
  return fmt::format("its types are{}, and{} of immediates", registers, immediates);
}

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
  const auto found_register = find_register(name.text, !dialect_.type_colon);
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
  if (operand.op.is_grf() && operand.op.nr >= gen_.grf_count) {
    return refuse(name, isa::limit("register.number"), {}, name.text);
  }
  return register_tail(operand, is_destination);
}

// What follows the register: .subregister, <region>, .channels, :type.
bool Parser::register_tail(WrittenOperand& operand, bool is_destination) {
  if (operand.has_type) return true;
  while (peek().is('.') && !peek().space_before) {
    if (!dotted(operand)) return false;
  }
  if (peek().is('[') && !peek().space_before && !operand.op.indirect) {
    return error(peek(), "a subregister stands behind a point", "register.subregister", std::string(kRegisters),
                 "write r5.2, or r[a0.0] for a register that an address names");
  }
  if (peek().is('<')) {
    if (!region(operand, is_destination)) return false;
    if (peek().is('.') && !channels(operand)) return false;
  }
  return operand.has_type || type_suffix(operand);
}

// An immediate or a label, perhaps with a type.
bool Parser::value_operand(WrittenOperand& operand, bool negated) {
  operand.is_value = true;
  operand.op.negate = false;
  if (operand.op.absolute)
    return error(peek(), "(abs) needs a register", "operand.modifier", "SNB PRM vol4 part2 7.4.12",
                 peek().is('-') ? "the sign is in front: -(abs)" : "write the absolute value of the number");
  if (accept('[')) {
    if (!vector_list(operand.value)) return false;
  } else {
    if (!unary(operand.value)) return false;
    if (negated && !negate(operand.value)) return false;
    if (!binary_rest(operand.value, 0)) return false;
  }
  return type_suffix(operand);
}

// symbol, symbol(RegOff), symbol(RegOff, SubRegOff), symbol[IdxReg], symbol[IdxReg, RegOff], symbol[IdxReg, RegOff,
// SubRegOff].
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
  // Subregisters past the end of a register are in the next (the register file is one row of bytes: 5.3).
  const std::int64_t limit = 1 << 20;
  if (std::abs(registers) > limit || std::abs(elements) > limit) {
    return refuse(operand.at, isa::limit("register.number"), {}, "the offset lies outside of the register file");
  }
  const std::int64_t byte =
      32 * (std::int64_t{symbol.base} + registers) + (symbol.sub_base + elements) * symbol.element_size;
  const std::int64_t last = symbol.file == isa::RegFile::grf ? gen_.grf_count : 256;
  if (byte < 0 || byte >= 32 * last) {
    return refuse(operand.at, isa::limit("register.number"), {}, "the offset lies outside of the register file");
  }
  operand.op.nr = static_cast<std::uint8_t>(byte / 32);
  operand.subregister = static_cast<std::uint32_t>(byte % 32);
  operand.has_subregister = operand.in_bytes = true;
  return true;
}

// [a0.2, 16]; of a symbol: [a0.2, RegOff, SubRegOff]. `byte_base` is added to the offset; `element_size` is that of the
// symbol, or 0.
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
    if (subregister >= gen_.address_subregisters) {
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
  if (offset < -512 || offset > 511) {
    return refuse(open, isa::limit("indirect.offset"), {}, fmt::format("{}", offset));
  }
  operand.op.addr_imm = static_cast<std::int16_t>(offset);
  return true;
}

// .3 (a subregister), .3b (in bytes), .xyz (channels).
bool Parser::dotted(WrittenOperand& operand) {
  lexer_.advance();
  if (peek().is_identifier()) return channels(operand);
  const Token at = peek();
  std::uint64_t number = 0;
  if (!expect_number(number, "a subregister number")) return false;
  if (operand.has_subregister)
    return error(at, "a second subregister number", "register.subregister", std::string(kRegisters), "write one: r5.2");
  if (number > 31) {
    return error(at, "a register has 32 bytes", "register.subregister", std::string(kRegisters),
                 "count in elements of the type: .0 to .7 of :f, .0 to .31 of :b");
  }
  operand.subregister = static_cast<std::uint32_t>(number);
  operand.has_subregister = true;
  if (peek().is_identifier() && peek().text == "b" && !peek().space_before) {
    operand.in_bytes = true;
    lexer_.advance();
  }
  return true;
}

// The letters after a '.'; in some dialects with the type behind.
bool Parser::channels(WrittenOperand& operand) {
  accept('.');
  const Token at = peek();
  std::string_view letters = at.is_identifier() ? at.text : std::string_view{};
  if (const std::size_t length = macro_letters(letters); length != 0 && !operand.has_channels) {
    lexer_.advance();
    operand.has_channels = true;
    operand.macro_register = kMacroRegisters.find(letters.substr(0, length));
    return glued_type(operand, letters.substr(length), at);
  }
  std::string lowered;
  if (dialect_.type_colon) {
    lowered = std::string(letters);
    for (char& c : lowered) c = lower(c);
    letters = lowered;
  }
  const bool none = letters.starts_with("none");  // a write mask without channels
  const std::size_t count = none ? 0 : channel_letters(letters);
  const std::string_view rest = letters.substr(none ? 4 : count);
  if ((count == 0 && !none) || count > 4 || operand.has_channels || (!rest.empty() && dialect_.type_colon)) {
    return error(at, fmt::format("expected up to four of x, y, z and w, found {}", found()), "operand.channels",
                 "SNB PRM vol4 part2 7.4.9 and 7.4.10", "write .xyzw, say");
  }
  lexer_.advance();
  operand.has_channels = true;
  operand.channel_count = static_cast<std::uint8_t>(count);
  for (std::size_t n = 0; n < count; ++n)
    operand.channels[n] = static_cast<std::uint8_t>(std::string_view("xyzw").find(letters[n]));
  return glued_type(operand, rest, at);
}

// The type right behind channels, if there is one.
bool Parser::glued_type(WrittenOperand& operand, std::string_view name, const Token& at) {
  if (name.empty()) return true;
  const auto type = dialect_.type_colon ? std::nullopt : kTypeNames.find(name);
  if (!type)
    return error(at, fmt::format("'{}' is no type", name), "type.unknown", "SNB PRM vol4 part2 7.4.8", types_of(gen_));
  return set_type(operand, *type, at);
}

bool Parser::set_type(WrittenOperand& operand, isa::Type type, const Token& at) {
  if (!isa::has_type(gen_, type)) {
    return refuse(at, isa::limit("type.generation"), {}, isa::info(type).name);
  }
  operand.op.type = type;
  return operand.has_type = true;
}

bool Parser::region_value(std::uint8_t& value, std::string_view what, std::uint64_t legal, std::string_view rule) {
  const Token at = peek();
  std::uint64_t number = 0;
  if (!expect_number(number, what)) return false;
  if (number > 63 || (legal >> number & 1) == 0) {
    std::string list;
    for (unsigned n = 0; n < 64; ++n) {
      if ((legal >> n & 1) != 0) list += fmt::format("{}{}", list.empty() ? "" : ", ", n);
    }
    return error(at, fmt::format("{} cannot be {}", what, number), std::string(rule), std::string(kRegions),
                 "it is one of " + list);
  }
  value = static_cast<std::uint8_t>(number);
  return true;
}

bool Parser::region(WrittenOperand& operand, bool is_destination) {
  using Form = WrittenOperand::RegionForm;
  isa::Region& region = operand.op.region;
  if (!expect('<', "before a region")) return false;
  if (is_destination) {
    operand.region = Form::vstride;
    return region_value(region.hstride, "the horizontal stride", kHStrides, "region.horizontal_stride") &&
           expect('>', "after a region");
  }
  std::uint8_t first = 0;
  const Token at = peek();
  if (at.is_identifier() && same_name(at.text, "VxH")) {
    lexer_.advance();
    first = isa::Region::kPerRowAddress;
  } else if (!region_value(first, "a stride", kVStrides | kWidths, "region.vertical_stride")) {
    return false;
  }
  if (accept('>')) {
    operand.region = Form::vstride;
    region.vstride = first;
    return true;
  }
  const bool semicolon = peek().is(';');
  if (!accept(';') && !expect(',', "in a region")) return false;
  const Token second_at = peek();
  std::uint8_t second = 0;
  if (!region_value(second, "a width or stride", kWidths | kHStrides, "region.width")) return false;
  if (accept('>')) {
    operand.region = semicolon ? Form::vstride_hstride : Form::width_hstride;
    if (semicolon) {
      region = {first, 1, second};
      return true;
    }
    if (first > 16 || (kWidths >> first & 1) == 0 || (kHStrides >> second & 1) == 0) {
      return error(at, "no such width and horizontal stride", "region.width", std::string(kRegions),
                   "the width is 1, 2, 4, 8 or 16, the stride 0, 1, 2 or 4");
    }
    region = {isa::Region::kPerRowAddress, first, second};
    return true;
  }
  if ((kWidths >> second & 1) == 0) {
    return error(second_at, fmt::format("the width cannot be {}", second), "region.width", std::string(kRegions),
                 "it is one of 1, 2, 4, 8, 16");
  }
  if (!accept(',') && !expect(';', "in a region")) return false;
  operand.region = Form::full;
  region.vstride = first;
  region.width = second;
  return region_value(region.hstride, "the horizontal stride", kHStrides, "region.horizontal_stride") &&
         expect('>', "after a region");
}

// :type, or the type right after.
bool Parser::type_suffix(WrittenOperand& operand) {
  const bool colon = peek().is(':');
  const Token before = peek();
  if (colon) {
    lexer_.advance();
  } else if (!peek().is_identifier() || peek().space_before || !kTypeNames.find(peek().text)) {
    return true;
  }
  const Token name = peek();
  const auto type = name.is_identifier() ? kTypeNames.find(name.text) : std::nullopt;
  if (!type) {
    const auto foreign = name.is_identifier() ? kForeignTypes.find(name.text) : std::nullopt;
    const std::string_view near = foreign                ? isa::info(*foreign).name
                                  : name.is_identifier() ? nearest_name(name.text, kTypeNames.names())
                                                         : std::string_view{};
    return error(colon && !name.is_identifier() ? before : name, fmt::format("{} is no type", found()), "type.unknown",
                 "SNB PRM vol4 part2 7.4.8",
                 near.empty() || !isa::has_type(gen_, *kTypeNames.find(near)) ? types_of(gen_)
                                                                              : fmt::format("did you mean :{}?", near));
  }
  lexer_.advance();
  return set_type(operand, *type, name);
}

}  // namespace eugene::assembly
