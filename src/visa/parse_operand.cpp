// Parses variables with regions, immediates, addresses, and registers of messages.
#include <algorithm>
#include <bit>
#include <charconv>

#include "visa/parser.h"
#include "visa/predefined.h"

namespace eugene::visa {
namespace {

constexpr std::string_view kRule = "visa.text.operand";

bool is_stride(std::int64_t value, std::int64_t limit) {
  return value >= 0 && value <= limit && (value & (value - 1)) == 0;
}

// True if `value` fits a type of `bytes` bytes, signed or unsigned. Compilers write negative words and bytes with all
// 32 bits of the binary form.
bool fits(std::int64_t value, unsigned bytes) {
  if (bytes >= sizeof value) return true;
  const auto is_within = [bits = 8 * bytes](std::int64_t number) {
    return number >= -(std::int64_t{1} << (bits - 1)) && number < std::int64_t{1} << bits;
  };
  const bool has_dword = value >= INT32_MIN && value <= UINT32_MAX;
  return is_within(value) || (has_dword && is_within(static_cast<std::int32_t>(value)));
}

std::string describe_range(const TypeRow& row) {
  const unsigned bits = 8U * row.bytes;
  if (row.is_float || is_packed_vector(static_cast<Type>(&row - kTypes.data())))
    return std::string(row.name) + " has " + std::to_string(bits) + " bits";
  const std::int64_t low = row.is_signed ? -(std::int64_t{1} << (bits - 1)) : 0;
  const std::int64_t high = (std::int64_t{1} << (row.is_signed ? bits - 1 : bits)) - 1;
  return std::string(row.name) + " is from " + std::to_string(low) + " to " + std::to_string(high);
}

}  // namespace

std::optional<Name> Parser::variable(std::optional<VariableKind> kind) {
  static constexpr std::string_view kKinds[] = {"a general variable", "an address variable", "a predicate variable",
                                                "a sampler", "a surface"};
  const std::size_t begin = (in_.peek(), in_.offset());
  const std::string_view name = in_.identifier();
  const auto length = static_cast<std::uint32_t>(std::max<std::size_t>(name.size(), 1));
  if (name.empty()) {
    in_.error(begin, std::string(kind ? kKinds[static_cast<std::size_t>(*kind)] : "a variable") + " is missing here",
              kRule);
    return std::nullopt;
  }
  const auto found = scope_.find(name);
  if (!found) {
    if (unknown_.emplace(name).second)
      in_.error(begin, std::string(name) + " is not declared", "visa.text.name", "declare it with .decl", length);
  } else if (kind && found->kind != *kind) {
    in_.error(begin,
              std::string(name) + " is " + std::string(kKinds[static_cast<std::size_t>(found->kind)]) + "; " +
                  std::string(kKinds[static_cast<std::size_t>(*kind)]) + " is needed here",
              kRule, {}, length);
    return std::nullopt;
  }
  return found;
}

Modifier Parser::modifier() {
  static constexpr Modifier kWritten[] = {Modifier::abs, Modifier::negate_abs, Modifier::negate, Modifier::not_};
  in_.peek();
  for (const Modifier m : kWritten) {
    if (in_.accept(kModifiers[static_cast<std::size_t>(m)])) return m;
  }
  return Modifier::none;
}

// Parses an operand that can have several classes in the binary.
bool Parser::vector(bool is_destination, Operand& out) {
  const Modifier m = is_destination ? Modifier::none : modifier();
  const char c = in_.peek();
  if (c == '&' && !is_destination) return address_of(out);
  if (c == 'r' && in_.follows("r[")) {
    in_.accept('r');
    return indirect(is_destination, m, out);
  }
  if (std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' ||
      (c == '%' && !in_.follows("%sizeof") && !in_.follows("%DispatchSimd"))) {
    return variable_operand(is_destination, m, out);
  }
  if (is_destination) return in_.error("a destination is missing here", kRule);
  if (m != Modifier::none)
    return in_.error("an immediate cannot have a modifier", "visa.operand.modifier", "write its value");
  return immediate(out);
}

bool Parser::variable_operand(bool is_destination, Modifier m, Operand& out) {
  const auto name = variable();
  if (!name) return false;
  switch (name->kind) {
    case VariableKind::general: {
      General o{.variable = name->id, .modifier = m};
      if (in_.peek() == '(' && !subscript(o.row, o.column)) return false;
      if (!region(is_destination, false, o.region)) return false;
      out = o;
      return true;
    }
    case VariableKind::address: {
      if (!in_.expect('(', "after an address variable")) return false;
      const auto element = ranged(0, 255, "the element of an address variable");
      if (!element || !in_.expect(')', "after the element") || !in_.expect('<', "before the width")) return false;
      const auto width = ranged(1, 32, "the width of an address operand", false);
      if (!width || !in_.expect('>', "after the width")) return false;
      if (!is_stride(*width, 32)) return in_.error("the width must be a power of two", "visa.region.width");
      out = Address{static_cast<std::uint16_t>(name->id), static_cast<std::uint8_t>(*element),
                    static_cast<std::uint8_t>(*width)};
      return true;
    }
    case VariableKind::predicate: out = PredicateVariable{static_cast<std::uint16_t>(name->id)}; return true;
    default: {
      if (!in_.expect('(', "after a surface or sampler")) return false;
      const auto element = ranged(0, 255, "the element of a surface or sampler");
      if (!element || !in_.expect(')', "after the element")) return false;
      out = State{name->kind, static_cast<std::uint16_t>(name->id), static_cast<std::uint8_t>(*element)};
      return true;
    }
  }
}

bool Parser::subscript(std::uint8_t& row, std::uint8_t& column) {
  if (!in_.expect('(', "after the variable")) return false;
  const auto r = ranged(0, 255, "the row of an operand");
  if (!r || !in_.expect(',', "after the row")) return false;
  const auto c = ranged(0, 255, "the column of an operand");
  if (!c || !in_.expect(')', "after the column")) return false;
  row = static_cast<std::uint8_t>(*r);
  column = static_cast<std::uint8_t>(*c);
  return true;
}

bool Parser::region(bool is_destination, bool is_indirect, Region& out) {
  if (!in_.expect('<', is_destination ? "before the horizontal stride of a destination" : "before the region"))
    return false;
  const std::size_t begin = (in_.peek(), in_.offset());
  const auto first = expression(false);
  if (!first) return false;
  const auto done = [&] {
    return in_.expect('>', "after the region") &&
           (is_stride(out.horizontal, 4) ||
            in_.error(begin, "the horizontal stride must be 0, 1, 2 or 4", "visa.region.horizontal"));
  };
  if (is_destination || (is_indirect && in_.peek() == '>')) {
    out = {.horizontal = static_cast<std::int8_t>(std::clamp<std::int64_t>(*first, -2, 100))};
    return done();
  }
  const bool has_vertical = in_.accept(';');
  std::optional<std::int64_t> width = first;
  if (has_vertical) {
    if (!is_stride(*first, 32))
      return in_.error(begin, "the vertical stride must be 0, 1, 2, 4, 8, 16 or 32", "visa.region.vertical");
    width = expression(false);
    if (!width) return false;
  } else if (!is_indirect) {
    return in_.error(begin, "a source region needs three parts", "visa.text.region",
                     "write <vertical;width,horizontal>");
  }
  if (!is_stride(*width, 16)) return in_.error(begin, "the width must be 0, 1, 2, 4, 8 or 16", "visa.region.width");
  if (!in_.expect(',', "after the width")) return false;
  const auto horizontal = expression(false);
  if (!horizontal) return false;
  out.vertical = has_vertical ? static_cast<std::int8_t>(*first) : kNoStride;
  out.width = static_cast<std::int8_t>(*width);
  out.horizontal = static_cast<std::int8_t>(std::clamp<std::int64_t>(*horizontal, -2, 100));
  return done();
}

bool Parser::indirect(bool is_destination, Modifier m, Operand& out) {
  if (!in_.expect('[', "after r")) return false;
  const auto name = variable(VariableKind::address);
  if (!name || !in_.expect('(', "after the address variable")) return false;
  const auto element = ranged(0, 255, "the element of an address variable");
  if (!element || !in_.expect(')', "after the element")) return false;
  std::optional<std::int64_t> offset = 0;
  if (in_.accept(',')) offset = ranged(INT16_MIN, INT16_MAX, "the offset of an indirect operand");
  if (!offset || !in_.expect(']', "after the address")) return false;
  Indirect o{.variable = static_cast<std::uint16_t>(name->id),
             .element = static_cast<std::uint8_t>(*element),
             .offset = static_cast<std::int16_t>(*offset),
             .modifier = m};
  if (!region(is_destination, true, o.region) || !in_.expect(':', "before the type of an indirect operand"))
    return false;
  const auto of = type();
  if (!of) return false;
  o.type = *of;
  out = o;
  return true;
}

bool Parser::address_of(Operand& out) {
  in_.accept('&');
  const auto name = variable();
  if (!name) return false;
  AddressOf o{.kind = name->kind, .variable = name->id};
  if (o.kind == VariableKind::address || o.kind == VariableKind::predicate)
    return in_.error("only the address of a general variable, a surface or a sampler can be taken",
                     "visa.operand.address_of");
  if (in_.accept('[')) {
    const auto offset = ranged(0, INT16_MAX, "the offset of an address");
    if (!offset || !in_.expect(']', "after the offset")) return false;
    o.offset = static_cast<std::int32_t>(*offset);
  }
  out = o;
  return true;
}

// Parses a number with a point or an exponent, and :f or :df. The sign has been consumed.
bool Parser::floating(bool is_negative, Operand& out) {
  const std::string_view rest = in_.rest();
  const char* const end = rest.data() + rest.size();
  double value = 0;
  const auto read = std::from_chars(rest.data(), end, value);
  float narrow = 0;
  const auto read_narrow = std::from_chars(rest.data(), end, narrow);
  const std::size_t begin = in_.offset();
  in_.move_to(in_.offset() + static_cast<std::size_t>(read.ptr - rest.data()));
  if (!in_.expect(':', "before the type of a number")) return false;
  const std::string_view type = in_.identifier();
  const bool is_narrow = type == "f" || type == "F";
  if ((is_narrow ? read_narrow : read).ec != std::errc{})
    return in_.error(begin, "this number is too large or too small for its type", "visa.operand.immediate",
                     "write its bits, 0x7f800000:f");
  if (is_narrow) {
    out = Immediate{Type::f, std::bit_cast<std::uint32_t>(is_negative ? -narrow : narrow)};
  } else if (type == "df" || type == "DF") {
    out = Immediate{Type::df, std::bit_cast<std::uint64_t>(is_negative ? -value : value)};
  } else {
    return in_.error("a number with a point must have type f or df", "visa.operand.immediate",
                     "write the bits of a half, 0x3c00:hf");
  }
  return true;
}

bool Parser::immediate(Operand& out) {
  const std::size_t begin = (in_.peek(), in_.offset());
  const bool has_sign = in_.accept('-');
  in_.peek();
  const std::size_t number = in_.offset();
  if (!in_.digits().empty() && (in_.follows(".") || in_.follows("e") || in_.follows("E"))) {
    in_.move_to(number);
    return floating(has_sign, out);
  }
  in_.move_to(begin);
  const auto value = unary();
  if (!value) return false;
  if (!in_.expect(':', "before the type of an immediate")) return false;
  const auto of = type();
  if (!of) return false;
  const TypeRow& row = table_row(*of);
  auto bits = static_cast<std::uint64_t>(*value);
  if (has_sign && row.is_float && row.bytes >= 4 && *of != Type::vf)  // IEEE: the sign belongs to the number
    bits = (0 - bits) ^ (1ULL << (row.bytes * 8 - 1));
  else if (!fits(*value, row.bytes))
    return in_.error(begin, "this immediate is out of range", "visa.operand.immediate", describe_range(row));
  if (row.bytes < 8) bits &= 0xffffffffU;
  out = Immediate{*of, bits};
  return true;
}

// Parses the name of a type, also in capitals as the compiler writes it.
std::optional<Type> Parser::type() {
  const std::string_view word = in_.identifier();
  std::string name(word);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto row = std::ranges::find(kTypes, name, &TypeRow::name);
  if (row != kTypes.end()) return static_cast<Type>(row - kTypes.begin());
  std::string names;
  for (const TypeRow& each : kTypes) (names += names.empty() ? "" : ", ").append(each.name);
  in_.wrong(word, word.empty() ? "a type is missing here" : "unknown type " + std::string(word), "visa.type.name",
            std::move(names));
  return std::nullopt;
}

bool Parser::raw(Operand& out, bool may_omit_offset) {
  const auto name = variable(VariableKind::general);
  if (!name) return false;
  Raw o{.variable = name->id};
  if (in_.follows(".")) {
    in_.accept('.');
    if (in_.accept('(')) {
      const auto offset = ranged(0, 0xffff, "the offset of a raw operand");
      if (!offset || !in_.expect(')', "after the offset")) return false;
      o.offset = static_cast<std::uint16_t>(*offset);
    } else {
      const auto offset = in_.integer();
      if (!offset || *offset > 0xffff)
        return in_.error("the offset of a raw operand must be from 0 to 65535", "visa.text.range");
      o.offset = static_cast<std::uint16_t>(*offset);
    }
  } else if (!may_omit_offset) {
    return in_.error("a raw operand needs an offset in bytes", kRule, "write .0 after the variable");
  }
  out = o;
  return true;
}

std::optional<std::uint16_t> Parser::label_reference() {
  const std::size_t begin = (in_.peek(), in_.offset());
  std::string name;
  if (in_.peek() == '"') {
    name = in_.string().value_or("");
  } else {
    name = in_.identifier();
  }
  if (name.empty()) {
    in_.error("a label is missing here", "visa.text.label");
    return std::nullopt;
  }
  return label_named(name, begin);
}

// Returns the index of a label. A new label is pending, with its use at `offset`, until it is defined.
std::optional<std::uint16_t> Parser::label_named(std::string_view name, std::size_t offset) {
  if (const auto known = labels_.find(name); known != labels_.end()) return known->second;
  if (Cursor(name, {}).label() != name) {  // text in quotes may contain anything
    in_.error(offset, "a label must consist of letters, digits and _", "visa.text.label");
    return std::nullopt;
  }
  if (kernel_().labels.size() >= kMaxLabels) {
    in_.error(offset, "a kernel can have at most 65535 labels", "visa.limit.labels");
    return std::nullopt;
  }
  const auto number = static_cast<std::uint16_t>(kernel_().labels.size());
  kernel_().labels.push_back({std::string(name), LabelKind::block});
  labels_.emplace(name, number);
  pending_labels_.emplace(number, offset);
  return number;
}

}  // namespace eugene::visa
