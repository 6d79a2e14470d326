// A place in a text that moves over tokens. Blanks and comments are skipped before a token; a line break is a token,
// unless a backslash is before it. What is expected and absent is recorded as an error once, and the statement given
// up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace eugene::visa {

class Cursor {
 public:
  Cursor(std::string_view text, std::string file);

  bool at_end();       // of the text
  bool at_line_end();  // of the statement
  void skip_line();    // to the begin of the next statement
  void skip_breaks();  // over empty lines

  std::size_t offset() const { return at_; }
  void move_to(std::size_t offset) { at_ = offset; }
  std::uint32_t line() const { return line_of(at_); }

  // The next character after blanks; '\n' at the end of a line, 0 at the end.
  char peek();
  // The next characters, as they stand, without skipping blanks.
  bool follows(std::string_view word) const { return text_.substr(at_).starts_with(word); }

  bool accept(char c);                  // after blanks
  bool accept(std::string_view word);   // after blanks; a word of letters is not the begin of a longer one
  std::string_view identifier();        // [A-Za-z_][A-Za-z0-9_]*, with a % before it for predefined names; empty: none
  std::string_view label();             // characters of a label
  std::string_view digits();            // [0-9]+ without blanks before; empty: none
  std::string_view suffix();            // [A-Za-z0-9_-]+ without blanks before; empty: none
  std::optional<std::string> string();  // "..."
  std::optional<std::uint64_t> integer();  // decimal or 0x
  std::string_view rest() const { return text_.substr(at_); }

  // Records an error at `offset` and returns false.
  bool error(std::size_t offset, std::string message, std::string rule, std::string hint = {},
             std::uint32_t length = 1);
  bool error(std::string message, std::string rule, std::string hint = {});
  // The same about `word`, which has been read: it is wrong, or empty where one is missing.
  bool wrong(std::string_view word, std::string message, std::string rule, std::string hint = {});
  bool expect(char c, std::string_view where);

  const Diagnostics& problems() const { return problems_; }
  Diagnostics& problems() { return problems_; }

 private:
  void skip_blanks();
  std::uint32_t line_of(std::size_t offset) const;

  std::string_view text_;
  std::string file_;
  std::vector<std::size_t> lines_;  // where each begins
  std::size_t at_ = 0;
  Diagnostics problems_;
};

}  // namespace eugene::visa
