// Finds the place where reading continues after an error, and lines of listings that are not part of the program. In
// dialects that end instructions with ';', a statement may take several lines (Mesa breaks sends), so a missing ';'
// would also consume the next statement. Therefore a line that begins as only statements do also ends a statement.
#include <algorithm>

#include "asm/parser.h"
#include "asm/spelling.h"

namespace eugene::assembly {
namespace {

std::string_view without_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

// "(8)", "(f0.0)", "(+f0.1.any4h)", "(W)"
bool is_size_or_predicate(std::string_view text) {
  if (!text.starts_with('(')) return false;
  text = without_blanks(text.substr(1));
  if (!text.empty() && std::string_view("+-~!").contains(text[0])) text.remove_prefix(1);
  if (text.empty()) return false;
  return is_digit(text[0]) || text.starts_with("W)") || text.starts_with("W&") ||
         (text.size() > 1 && to_lower(text[0]) == 'f' && is_digit(text[1]));
}

// ".l.f0.0(8)", "(8)"
bool is_rest_of_head(std::string_view text) {
  const std::size_t parenthesis = text.find_first_of("( \t\n;");
  return parenthesis != std::string_view::npos && is_size_or_predicate(text.substr(parenthesis)) &&
         (parenthesis == 0 || text[0] == '.');
}

bool is_mnemonic(std::string_view name) {
  return kMnemonics.find(name) || same_name(name, "do") || same_name(name, "jmp") || same_name(name, "iff");
}

bool is_jump_keyword(std::string_view name) { return same_name(name, "JIP") || same_name(name, "UIP"); }

}  // namespace

// START B0 (12 cycles), END B0 ->B1: marks of basic blocks in the output of INTEL_DEBUG with Mesa's drivers.
bool Parser::marks_block(const Token& first) const {
  if (!dialect_.mesa_operands || (first.text != "START" && first.text != "END")) return false;
  const std::string_view block = without_blanks(lexer_.rest());
  return block.size() > 1 && block[0] == 'B' && is_digit(block[1]);
}

// True if the current token is on a line after the current statement's, and can only be the beginning of a statement.
bool Parser::at_next_statement() const {
  const Token& token = peek();
  if (!dialect_.statement.terminator || token.line <= statement_line_ || token.kind == TokenKind::end) return false;
  const std::string_view before = lexer_.source().substr(0, token.offset);
  const std::size_t blanks = before.find_last_not_of(" \t");
  if (blanks != std::string_view::npos && before[blanks] != '\n') return false;
  const std::string_view rest = lexer_.rest();
  if (token.is('(')) return is_size_or_predicate(lexer_.source().substr(token.offset));
  if (!token.is_identifier()) return token.is('.') || token.is('#');
  const bool is_label = without_blanks(rest).starts_with(':') && !is_jump_keyword(token.text);
  return is_label || is_mnemonic(token.text) || is_rest_of_head(rest) || marks_block(token);
}

void Parser::skip_statement() {
  // In an instruction ';' may be part of a region. If line ends are tokens, they are the safer end.
  while (peek().kind != TokenKind::end && peek().kind != TokenKind::newline &&
         !(dialect_.statement.terminator && peek().is(';')) && !at_next_statement())
    lexer_.advance();
}

}  // namespace eugene::assembly
