// Splits assembly text into tokens, on demand and without allocation, and expands `.define`s (SNB PRM vol4 part2 9.1.2:
// string replacement, nesting allowed; 9.2.7.5: with parameters).
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace eugene::assembly {

enum class TokenKind : std::uint8_t {
  end,         // end of the file
  newline,     // end of a line; not reported in dialects where line ends have no meaning
  identifier,  // text
  number,      // text; value, or a decimal fraction that is parsed from text
  symbol,      // one character, or two for the shifts
};

constexpr bool is_beyond_ascii(char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; }

struct Token {
  TokenKind kind = TokenKind::end;
  char symbol = 0;              // the symbol; 'L' and 'R' for << and >>
  bool space_before = false;    // after white space or at the start of a line
  bool is_fraction = false;     // a number with '.' or an exponent
  bool is_binary = false;       // 8b'1001
  bool overflow = false;        // a number beyond 64 bits
  std::uint8_t hex_digits = 0;  // digits of a hexadecimal number
  std::uint64_t value = 0;      // value of a number, unless it is a fraction
  std::string_view text;
  std::uint32_t offset = 0;  // place in the file of the token, or of the macro use that produced it
  std::uint32_t length = 0;
  std::uint32_t line = 1;  // line of that place

  bool is(char c) const { return kind == TokenKind::symbol && symbol == c; }
  bool is_identifier() const { return kind == TokenKind::identifier; }
  bool is_number() const { return kind == TokenKind::number; }
  bool is_stray() const { return kind == TokenKind::symbol && is_beyond_ascii(symbol); }
};

// The definition of a `.define`.
struct Macro {
  std::string_view replacement;
  bool takes_arguments = false;
  std::vector<std::string_view> parameters;
  bool operator==(const Macro&) const = default;
};

// Differences between the lexical grammars of dialects.
struct LexicalRules {
  bool lines_matter = true;        // newline tokens
  bool hex_is_lower_case = false;  // in 0x41880000F, the F is a type
};

class Lexer {
 public:
  Lexer(std::string_view source, LexicalRules rules);

  const Token& peek() const { return token_; }
  // Consumes and returns the current token.
  Token next() {
    const Token token = token_;
    advance();
    return token;
  }
  void advance() { advance(true); }
  // Like advance(), but does not expand a macro name.
  void advance_unexpanded() { advance(false); }

  // Overrides the rules, from the next token on: sets whether line ends are tokens.
  void heed_lines(bool matter) { rules_.lines_matter = matter; }

  // Returns the text right after the current token, up to the end of the file or of a macro. For looking ahead.
  std::string_view rest() const {
    const Input& input = inputs_.empty() ? file_ : inputs_.back();
    return input.text.substr(input.at);
  }
  // True if white space follows the current token.
  bool blank_follows() const;

  // Returns the rest of the current line, from the current token on, unexpanded and without comment and surrounding
  // blanks. The newline becomes the current token.
  std::string_view take_line();

  // Makes the identifier `name` stand for `macro` from now on; a macro with parameters only if '(' follows. Views must
  // outlive the lexer.
  void define(std::string_view name, Macro macro) { macros_[name] = std::move(macro); }
  bool is_defined(std::string_view name) const { return macros_.contains(name); }
  // Returns the definition of `name`; null if there is none.
  const Macro* definition(std::string_view name) const {
    const auto found = macros_.find(name);
    return found == macros_.end() ? nullptr : &found->second;
  }

  // Returns the use of a macro that expands into itself, if there is one. Nothing after it is expanded.
  const std::optional<Token>& recursion() const { return recursion_; }

  // Returns a macro use with the wrong number of arguments, which was not expanded, if there is one. Each is returned
  // once.
  std::optional<Token> take_misuse() { return std::exchange(misuse_, std::nullopt); }

  // Returns the first non-ASCII character outside comments that was passed, if there is one. Each is returned once.
  std::optional<Token> take_stray() {
    return stray_ && stray_->offset == token_.offset ? std::nullopt : std::exchange(stray_, std::nullopt);
  }

  // Returns the start of a comment that has no end, if there is one.
  const std::optional<Token>& open_comment() const { return open_comment_; }

  std::string_view source() const { return source_; }

 private:
  // Text being read: the file, and on top of it the macros being expanded.
  struct Input {
    std::string_view text;
    std::size_t at = 0;
    std::string_view macro;
  };

  void advance(bool expand_macros);
  void scan(Input& input);
  void scan_number(Input& input);
  void scan_identifier(Input& input);
  bool skip_blanks(Input& input);  // true if anything was skipped
  std::size_t skip_comment(const Input& input, std::size_t at);
  bool expand(const Token& token);
  std::optional<std::string_view> with_arguments(const Macro& macro);

  std::string_view source_;
  LexicalRules rules_;
  Input file_;
  std::vector<Input> inputs_;
  std::unordered_map<std::string_view, Macro> macros_;
  std::deque<std::string> expanded_;  // replacements with inserted arguments; tokens point into them
  std::size_t expanded_bytes_ = 0;
  std::optional<Token> misuse_, stray_, open_comment_, recursion_;
  Token token_;
  Token use_;  // the outermost macro use
  std::uint32_t line_ = 1;
  std::size_t expansions_ = 0;
};

}  // namespace eugene::assembly
