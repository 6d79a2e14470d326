// Error messages for common mistakes, which name the correct form. SNB PRM vol4 part2 7.4.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "asm/parser.h"
#include "asm/spelling.h"
#include "isa/opcode_citation.h"

namespace eugene::assembly {
namespace {

constexpr std::string_view kGrammar = "SNB PRM vol4 part2 7.4";
constexpr std::string_view kNumbers = "SNB PRM vol4 part2 7.4.11";

// Characters that word processors insert in place of those of assembly.
struct Stray {
  std::string_view character, name, instead;
};
constexpr auto kStrays = std::to_array<Stray>({
    {"\u2019", "a typographic apostrophe", "write a plain one: 8b'1010"},
    {"\u2018", "a typographic apostrophe", "write a plain one: 8b'1010"},
    {"\u00B4", "an accent, not an apostrophe", "write a plain one: 8b'1010"},
    {"\u201C", "a typographic quotation mark", "leave it out"},
    {"\u201D", "a typographic quotation mark", "leave it out"},
    {"\u2013", "a dash, not a minus", "write a plain -"},
    {"\u2014", "a dash, not a minus", "write a plain -"},
    {"\u2212", "a typographic minus", "write a plain -"},
    {"\u00D7", "a typographic multiplication sign", "write *"},
    {"\u00A0", "a no-break space", "write a plain blank"},
});

// Returns the correction for `text`, which begins with a number and continues with something else.
std::string suggest_instead(std::string_view text, bool hex_is_lower_case) {
  if (text.starts_with("0x") || text.starts_with("0X")) {
    return hex_is_lower_case ? "hexadecimal digits 0 to 9 and a to f follow 0x, as in 0x1f"
                             : "hexadecimal digits follow 0x, as in 0x1F";
  }
  const bool is_binary = text.starts_with("0b") || text.starts_with("0B");
  if (is_binary && text.size() > 2 && text.find_first_not_of("01", 2) == std::string_view::npos)
    return fmt::format("binary numbers are written {}b'{}", text.size() - 2, text.substr(2));
  if (text.contains('_')) {
    std::string digits(text);
    std::erase(digits, '_');
    return fmt::format("write it without _: {}", digits);
  }
  if (text.ends_with('.')) return fmt::format("write {}0", text);
  if (text.contains('\'')) return "binary digits follow ', as in 8b'10011001";
  return "decimal numbers have digits 0 to 9, hexadecimal numbers begin with 0x";
}

}  // namespace

// True if `number`, which has just been consumed, may end where it does. 0x, 1_000 and 0b101 may not, nor may "1." in a
// value.
bool Parser::ends_well(const Token& number, bool is_value) {
  const Token& after = peek();
  const bool is_empty = number.is_binary && number.text.ends_with('\'');
  const bool goes_on = !after.space_before && (after.is_number() || (is_value && after.is('.')) ||
                                               (after.is_identifier() && !kTypeNames.find(after.text)));
  if (!is_empty && !goes_on) return true;
  const std::string text = goes_on ? fmt::format("{}{}", number.text, after.text) : std::string(number.text);
  Token at = number;
  at.length = static_cast<std::uint32_t>(text.size());
  return error(at, fmt::format("'{}' is not a number", text), "number.form", std::string(kNumbers),
               suggest_instead(text, !dialect_.operand.type_colon));
}

// Whether the current token names a flag register.
bool Parser::is_flag_name() const {
  if (!peek().is_identifier()) return false;
  const auto found_register = find_register(peek().text, false);
  return found_register && found_register->file == isa::RegFile::arf && found_register->nr &&
         *found_register->nr >> 4 == static_cast<unsigned>(isa::Arf::f);
}

// Reports (f0.0) after the mnemonic. `open` is its parenthesis.
bool Parser::misplaced_predicate(const Statement& s, const Token& open) {
  const std::string_view line = lexer_.source().substr(open.offset);
  const std::string_view predicate = line.substr(0, line.find_first_of(")\n"));
  return error(open, "a predicate must be written before the instruction", "predicate.place",
               "SNB PRM vol4 part2 7.4.12", fmt::format("write {}) {} (8)", predicate, s.mnemonic.text));
}

bool Parser::no_comma() {
  if (!peek().is(',')) return true;
  return error(peek(), "operands are separated by blanks, not by ','", "syntax.comma", "SNB PRM vol4 part2 7.4.1",
               "remove the commas: add (8) r1:f r2:f r3:f");
}

// True if the operand list ends after the number of operands that the instruction has.
bool Parser::no_more_operands(const Statement& s) {
  const isa::OpcodeInfo& row = s.i.row();
  const bool counts = row.format == isa::Format::two_source || row.format == isa::Format::three_source ||
                      row.format == isa::Format::math;
  const bool same_line = peek().line == s.mnemonic.line;  // with a terminator, the next line may be an instruction
  if (!no_comma()) return false;
  if (peek().is_identifier() && same_line && kOptions.find(peek().text)) {
    return error(peek(), fmt::format("the option {} must be written in braces", peek().text), "option.brace",
                 "SNB PRM vol4 part2 7.4.13", fmt::format("write {{{}}}", peek().text));
  }
  const bool is_operand = peek().is_identifier() || peek().is_number() || peek().is('-') || peek().is('(');
  if (!counts || s.is_jmp || s.i.opcode == isa::Opcode::wait || !is_operand || !same_line) return true;
  return error(peek(),
               fmt::format("{} has {} source{}, so {} is one too many", s.mnemonic.text, s.sources,
                           s.sources == 1 ? "" : "s", found()),
               "operand.extra", isa::citation_text(row), format_syntax(s, s.sources));
}

// Reports operands in the syntax of C and other assemblers: |r2|, abs(r2), !r2, and .sat after a blank that follows the
// mnemonic.
bool Parser::foreign_operand() {
  constexpr std::string_view kModifiers = "SNB PRM vol4 part2 7.4.12";
  if (peek().is('|') || (peek().is_identifier() && same_name(peek().text, "abs") && lexer_.rest().starts_with('(')))
    return error(peek(), "the absolute value is written (abs)", "operand.modifier", std::string(kModifiers),
                 "write (abs)r2");
  if (peek().is('!'))
    return error(peek(), "! is not a source modifier", "operand.modifier", std::string(kModifiers),
                 "use the instruction not to invert the bits of a register");
  if (peek().is('.') && !lexer_.rest().empty() && !is_digit(lexer_.rest()[0]))
    return error(peek(), "a modifier must be written right after the mnemonic", "modifier.place",
                 std::string(kModifiers), "write mov.sat (8), say");
  if (peek().is('*') || peek().is('/') || peek().is('%'))
    return error(peek(), fmt::format("expected an operand, found '{}'", peek().text), "syntax.expected",
                 std::string(kModifiers), "an instruction has one operation, such as mul (8) dst src0 src1");
  return true;
}

// ~ before a register is only allowed in logic instructions, on generations where negation inverts the bits.
bool Parser::may_invert(const Token& tilde, const isa::OpcodeInfo& row) {
  if (row.has(isa::kLogic) && gen_.negate_is_not_in_logic) return true;
  return error(tilde, fmt::format("{} of {} cannot invert a source", row.mnemonic, gen_.full_name), "operand.modifier",
               "SNB PRM vol4 part2 7.4.12", "invert the source with not first; a minus sign negates");
}

void Parser::stray_character(const Token& at) {
  const auto row = std::ranges::find(kStrays, at.text, &Stray::character);
  const bool is_known = row != kStrays.end();
  error(at, fmt::format("'{}' is {}", at.text, is_known ? row->name : "not allowed in assembly"), "syntax.character",
        std::string(kGrammar), std::string(is_known ? row->instead : "use this character only in comments"));
}

// True if `name` is free for a `kind` (label, symbol), so that it does not already name a register or number.
bool Parser::may_be_name(const Token& name, std::string_view kind) {
  const bool is_number = same_name(name.text, "inf") || same_name(name.text, "nan");
  if (!is_number && !find_register(name.text, !dialect_.operand.type_colon)) return true;
  return error(name,
               fmt::format("{} cannot be a {}: it is {}", name.text, kind,
                           is_number                                                  ? "a number"
                           : name.text.size() == 1 && find_register(name.text, false) ? "a register file"
                                                                                      : "a register"),
               fmt::format("{}.name", kind == "label" ? "label" : "declare"), "SNB PRM vol4 part2 7.4.5",
               fmt::format("give the {} another name, such as {}_1", kind, name.text));
}

}  // namespace eugene::assembly
