// Variables that nothing changes after their declaration, as the text of a kernel shows without being understood: what
// such a variable begins with is its value wherever it exists. Compilers that optimise leave out where it is.
//
// A name is taken for changed wherever the text could mean that: assigned or counted in any scope of the function, its
// address taken, declared twice, or where macros or included files may hide such things.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "debug/source_tokens.h"

namespace eugene::debug {

// What a call passes for a parameter.
struct PassedArgument {
  TextSpan span;
  std::string text;
};

// A part of the text that gives a variable a value, and when that happens beside a line: in each iteration of the
// loops around both.
struct SourceWrite {
  enum class Order : std::uint8_t { before, perhaps_before, after, either };
  TextSpan span;
  Order order = Order::either;
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
  // statements that take its address. `others`: lines that declare other variables of that name. `seen_from`: only
  // those whose value the variable can have in this line; 0: all. `is_repeated`: the line is executed again in its
  // loop.
  std::vector<SourceWrite> writes(std::string_view name, std::uint32_t line, std::span<const std::uint32_t> others,
                                  std::uint32_t seen_from, bool is_repeated) const;
  // Whether the text shows that a value that the variable has in the line `since` is the one that it has in the line
  // `now`: no loop that changes the variable is entered or left between them, and both see the same writes.
  bool keeps_value(std::string_view name, std::uint32_t line, std::span<const std::uint32_t> others,
                   std::uint32_t since, std::uint32_t now) const;
  // What the call of `function` in a line passes for the parameter, which is declared in the line `declared`. Nothing:
  // there is not one such call.
  std::optional<PassedArgument> argument(std::string_view function, std::uint32_t call_line, std::string_view parameter,
                                         std::uint32_t declared) const;

 private:
  using Token = SourceToken;
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
  static std::string text_of(std::span<const Token> tokens);
  // The tokens of the function in that line. Empty: there is none, or several are in that line.
  std::span<const Token> function_at(std::uint32_t line) const;
  Uses uses_of(std::string_view name, std::uint32_t line, bool is_pointer, std::span<const Token> tokens) const;

  std::string text_;
  std::vector<Token> tokens_;
  std::vector<Function> functions_;
  std::set<std::string, std::less<>> in_macros_;  // words of their definitions
  bool is_clear_ = true;                          // no macro and no other file can hide a change
};

}  // namespace eugene::debug
