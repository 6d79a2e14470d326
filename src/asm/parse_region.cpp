// Parses the suffixes of a register's name: .subregister, .channels, <region>, :type. SNB PRM vol4 part2 7.4.5 to
// 7.4.10.
#include <fmt/format.h>

#include "asm/parser.h"
#include "asm/spelling.h"

namespace eugene::assembly {
namespace {

constexpr std::string_view kRegionSection = "SNB PRM vol4 part2 7.4.5";
constexpr std::string_view kRegions = "SNB PRM vol4 part2 7.4.7";

constexpr std::uint64_t make_set(std::initializer_list<unsigned> values) {
  std::uint64_t set = 0;
  for (const unsigned value : values) set |= std::uint64_t{1} << value;
  return set;
}
constexpr std::uint64_t kVStrides = make_set({0, 1, 2, 4, 8, 16, 32});
constexpr std::uint64_t kWidths = make_set({1, 2, 4, 8, 16});
constexpr std::uint64_t kHStrides = make_set({0, 1, 2, 4});

// C's names of the types.
constexpr NameTable kForeignTypes{std::to_array<NamedEntry<isa::Type>>({
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

// Returns the number of leading letters of `text` that name channels.
std::size_t channel_letters(std::string_view text) { return std::min(text.find_first_not_of("xyzw"), text.size()); }

// Returns the number of leading letters of `text` that name an accumulator of a math macro: mme0, nomme.
std::size_t macro_letters(std::string_view text) {
  for (const std::string_view name : kMacroRegisters.names()) {
    if (same_name(text.substr(0, name.size()), name)) return name.size();
  }
  return 0;
}

}  // namespace

std::string list_types(const isa::Gen& gen) {
  std::string registers, immediates;
  for (const isa::TypeInfo& row : isa::kTypes) {
    if (isa::has_type(gen, row.type)) (row.is_vector ? immediates : registers) += fmt::format(" {}", row.name);
  }
  return fmt::format("its types are{}, and{} of immediates", registers, immediates);
}

// Parses .3 (a subregister), .3b (in bytes) or .xyz (channels).
bool Parser::dotted(WrittenOperand& operand) {
  lexer_.advance();
  if (peek().is_identifier()) return channels(operand);
  const Token at = peek();
  std::uint64_t number = 0;
  if (!expect_number(number, "a subregister number")) return false;
  if (operand.has_subregister)
    return error(at, "a second subregister number", "register.subregister", std::string(kRegionSection),
                 "write one: r5.2");
  if (number > 31) {
    return error(at, "the subregister is beyond the register's 32 bytes", "register.subregister",
                 std::string(kRegionSection), "count in elements of the type: .0 to .7 of :f, .0 to .31 of :b");
  }
  operand.subregister = static_cast<std::uint32_t>(number);
  operand.has_subregister = true;
  if (peek().is_identifier() && peek().text == "b" && !peek().space_before) {
    operand.in_bytes = true;
    lexer_.advance();
  }
  return true;
}

// Parses the letters after a '.'. In some dialects the type follows.
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
  if (dialect_.operand.type_colon) {
    lowered = std::string(letters);
    for (char& c : lowered) c = to_lower(c);
    letters = lowered;
  }
  const bool none = letters.starts_with("none");  // a write mask without channels
  const std::size_t count = none ? 0 : channel_letters(letters);
  const std::string_view rest = letters.substr(none ? 4 : count);
  if ((count == 0 && !none) || count > 4 || operand.has_channels || (!rest.empty() && dialect_.operand.type_colon)) {
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

// Parses a type that directly follows the channels, if there is one.
bool Parser::glued_type(WrittenOperand& operand, std::string_view name, const Token& at) {
  if (name.empty()) return true;
  const auto type = dialect_.operand.type_colon ? std::nullopt : kTypeNames.find(name);
  if (!type)
    return error(at, fmt::format("'{}' is not a type", name), "type.unknown", "SNB PRM vol4 part2 7.4.8",
                 list_types(gen_));
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
                 "it must be one of " + list);
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
      return error(at, "invalid width and horizontal stride", "region.width", std::string(kRegions),
                   "the width must be 1, 2, 4, 8 or 16, the stride 0, 1, 2 or 4");
    }
    region = {isa::Region::kPerRowAddress, first, second};
    return true;
  }
  if ((kWidths >> second & 1) == 0) {
    return error(second_at, fmt::format("the width cannot be {}", second), "region.width", std::string(kRegions),
                 "it must be one of 1, 2, 4, 8, 16");
  }
  if (!accept(',') && !expect(';', "in a region")) return false;
  operand.region = Form::full;
  region.vstride = first;
  region.width = second;
  return region_value(region.hstride, "the horizontal stride", kHStrides, "region.horizontal_stride") &&
         expect('>', "after a region");
}

// Parses :type, or a type that directly follows.
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
    return error(colon && !name.is_identifier() ? before : name, fmt::format("{} is not a type", found()),
                 "type.unknown", "SNB PRM vol4 part2 7.4.8",
                 near.empty() || !isa::has_type(gen_, *kTypeNames.find(near)) ? list_types(gen_)
                                                                              : fmt::format("did you mean :{}?", near));
  }
  lexer_.advance();
  return set_type(operand, *type, name);
}

}  // namespace eugene::assembly
