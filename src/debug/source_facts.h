// Variables that nothing changes after their declaration, as the text of a kernel shows without being understood: what
// such a variable begins with is its value wherever it exists. Compilers that optimise leave out where it is.
//
// A name is taken for changed wherever the text could mean that: assigned or counted in any scope of the function, its
// address taken, declared twice, or where macros or included files may hide such things.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eugene::debug {

// A place in the text. Lines and columns count from 1; column 0: somewhere in the line.
struct TextPlace {
  std::uint32_t line = 0, column = 0;
  auto operator<=>(const TextPlace&) const = default;
};
// From the first character of a token to the first of another one.
struct TextSpan {
  TextPlace begin, end;
  bool contains(const TextPlace& place) const;
};

class SourceFacts {
 public:
  explicit SourceFacts(std::string text);
  SourceFacts(const SourceFacts&) = delete;
  SourceFacts& operator=(const SourceFacts&) = delete;

  // Of the variable of that name that is declared in that line. `is_pointer`: what it points to may change.
  bool is_constant(std::string_view name, std::uint32_t line, bool is_pointer) const;
  // What a constant that is no parameter begins with.
  std::optional<std::string> initialiser(std::string_view name, std::uint32_t line, bool is_pointer) const;
  // The parts of the text that give the variable a value: its declaration with a value, assignments, ++ and --, and
  // statements that take its address. `others`: lines that declare other variables of that name.
  std::vector<TextSpan> writes(std::string_view name, std::uint32_t line, std::span<const std::uint32_t> others) const;

 private:
  struct Token {
    std::string_view text;
    TextPlace place;
  };
  struct Function {
    std::size_t begin = 0, end = 0;  // of tokens, from its head on
    std::uint32_t first_line = 0, last_line = 0;
  };
  struct Uses {
    bool is_changed = false;
    std::optional<std::size_t> initialiser;  // its first token
  };
  void read();
  void read_directive(std::size_t& at);
  void find_functions();
  // The tokens of the function in that line. Empty: there is none, or several are in that line.
  std::span<const Token> function_at(std::uint32_t line) const;
  static std::optional<std::size_t> declaration_in(std::span<const Token> tokens, std::string_view name,
                                                   std::uint32_t line);
  Uses uses_of(std::string_view name, std::uint32_t line, bool is_pointer, std::span<const Token> tokens) const;

  std::string text_;
  std::vector<Token> tokens_;
  std::vector<Function> functions_;
  std::set<std::string, std::less<>> in_macros_;  // words of their definitions
  bool is_clear_ = true;                          // no macro and no other file can hide a change
};

}  // namespace eugene::debug
