// A position in a text that moves from token to token. Blanks and comments before a token are skipped. A line break is
// a token, unless a backslash precedes it. A missing token is recorded as an error, once, and its statement is skipped.
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

  bool at_end();       // end of the text
  bool at_line_end();  // end of the statement
  void skip_line();    // to the start of the next statement
  void skip_breaks();  // skips empty lines

  std::size_t offset() const { return at_; }
  void move_to(std::size_t offset) { at_ = offset; }
  std::uint32_t line() const { return find_line(at_); }

  // Returns the next character after blanks; '\n' at the end of a line, 0 at the end of the text.
  char peek();
  // True if `word` comes next. Does not skip blanks.
  bool follows(std::string_view word) const { return text_.substr(at_).starts_with(word); }

  bool accept(char c);                     // skips blanks
  bool accept(std::string_view word);      // skips blanks; a word of letters is not accepted as part of a longer one
  std::string_view identifier();           // [A-Za-z_][A-Za-z0-9_]*, or % and a predefined name; empty: none
  std::string_view label();                // characters of a label
  std::string_view digits();               // [0-9]+ without preceding blanks; empty: none
  std::string_view suffix();               // [A-Za-z0-9_-]+ without preceding blanks; empty: none
  std::optional<std::string> string();     // "..."
  std::optional<std::uint64_t> integer();  // decimal or 0x
  // The same, of a number `what` that is at most `limit`. Records an error if there is none.
  std::optional<std::uint64_t> integer(std::uint64_t limit, std::string_view what);
  std::string_view rest() const { return text_.substr(at_); }

  // Records an error at `offset` and returns false.
  bool error(std::size_t offset, std::string message, std::string_view rule, std::string hint = {},
             std::uint32_t length = 1);
  bool error(std::string message, std::string_view rule, std::string hint = {});
  // Records an error about `word`, which has been read: it is wrong, or missing if it is empty.
  bool wrong(std::string_view word, std::string message, std::string_view rule, std::string hint = {});
  bool expect(char c, std::string_view where);

  const Diagnostics& problems() const { return problems_; }
  Diagnostics& problems() { return problems_; }

 private:
  void skip_blanks();
  std::uint32_t find_line(std::size_t offset) const;

  std::string_view text_;
  std::string file_;
  std::vector<std::size_t> lines_;  // offset of each line
  std::size_t at_ = 0;
  Diagnostics problems_;
};

}  // namespace eugene::visa
