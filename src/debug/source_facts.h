// Finds variables that nothing changes after their declaration, from a kernel's text, without a full parser. Such a
// variable has its initial value wherever the variable exists. Optimising compilers omit the locations of such
// variables.
//
// A variable counts as changed if the text could mean a change: an assignment, ++ or -- in any scope of the function,
// its address taken, or a second declaration. The same holds where macros or included files may hide a change.
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

// The argument that a call passes for a parameter.
struct PassedArgument {
  TextSpan span;
  std::string text;
};

// A part of the text that gives a variable a value, and the order of this write relative to a line, in each iteration
// of the loops around both.
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

  // Whether the variable `name`, declared in `line`, is a constant. With `is_pointer`, the memory that it points to may
  // still change.
  bool is_constant(std::string_view name, std::uint32_t line, bool is_pointer) const;
  // Returns the initialiser of a constant that is not a parameter.
  std::optional<std::string> initialiser(std::string_view name, std::uint32_t line, bool is_pointer) const;
  // Returns the parts of the text that give the variable a value: its declaration with a value, assignments, ++ and --,
  // and statements that take its address. `others` are the lines that declare other variables of that name. If
  // `seen_from` is not 0, only the parts whose value the variable can have in that line are returned. `is_repeated`
  // means that the line is executed again in its loop.
  std::vector<SourceWrite> writes(std::string_view name, std::uint32_t line, std::span<const std::uint32_t> others,
                                  std::uint32_t seen_from, bool is_repeated) const;
  // Whether the text shows that the variable's value in the line `since` is also its value in the line `now`: no loop
  // that changes the variable is entered or left between the lines, and both lines see the same writes.
  bool keeps_value(std::string_view name, std::uint32_t line, std::span<const std::uint32_t> others,
                   std::uint32_t since, std::uint32_t now) const;
  // Returns the argument that the call of `function` in `call_line` passes for `parameter`. The line `declared`
  // declares the parameter. Returns nothing unless the line has exactly one such call.
  std::optional<PassedArgument> argument(std::string_view function, std::uint32_t call_line, std::string_view parameter,
                                         std::uint32_t declared) const;

 private:
  using Token = SourceToken;
  struct Function {
    std::size_t begin = 0, end = 0;  // range of tokens, including the function's head
    std::uint32_t first_line = 0, last_line = 0;
  };
  struct Uses {
    bool is_changed = false;
    std::optional<std::size_t> initialiser;  // first token of the initialiser
  };
  void read();
  void read_directive(std::size_t& at);
  void find_functions();
  static std::string to_text(std::span<const Token> tokens);
  // Returns the tokens of the function that contains `line`, or nothing if there is no such function or more than one.
  std::span<const Token> function_at(std::uint32_t line) const;
  Uses find_uses(std::string_view name, std::uint32_t line, bool is_pointer, std::span<const Token> tokens) const;

  std::string text_;
  std::vector<Token> tokens_;
  std::vector<Function> functions_;
  std::set<std::string, std::less<>> in_macros_;  // words of the macros' definitions
  bool is_clear_ = true;                          // no macro, included file or #line directive can hide a change
};

}  // namespace eugene::debug
