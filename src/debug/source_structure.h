// Finds the statements of a function from its tokens: statements that run only sometimes, and loops.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "debug/source_tokens.h"

namespace eugene::debug {

// Positions are indices of the function's tokens. Tokens past the last one are empty.
class SourceStructure {
 public:
  struct Range {
    std::size_t begin = 0, end = 0;  // `end`: past the last
    bool has(std::size_t i) const { return begin <= i && i < end; }
  };
  struct Loop {
    Range whole, head, body;  // `head` is the part in parentheses; empty for do
    bool is_for = false;
    bool breaks = false;  // the loop can be left by a break
  };

  explicit SourceStructure(std::span<const SourceToken> tokens);

  std::string_view at(std::size_t i) const { return i < tokens_.size() ? tokens_[i].text : std::string_view(); }
  // Returns the token that closes the bracket at `i`.
  std::size_t close(std::size_t i) const;
  // Returns the first token from `i` on that ends an expression: a comma, a semicolon, or the closing bracket of one
  // that was opened before `i`.
  std::size_t expression_end(std::size_t i) const;
  std::size_t statement_begin(std::size_t i) const;
  std::size_t statement_end(std::size_t i) const;  // the end of a statement that begins at `i`; past the last token
  // Returns the end of the scope of a name that is declared at `i`.
  std::size_t scope_end(std::size_t i) const;
  // Returns the parameters or arguments of a function or call whose '(' is at `i`.
  std::vector<Range> parts(std::size_t i) const;

  const std::vector<Loop>& loops() const { return loops_; }  // outer ones before inner ones
  // Whether every path from the beginning of the function to `to` passes `i`. `i` must come before `to`.
  bool is_always_before(std::size_t i, std::size_t to) const;

 private:
  std::size_t parse(std::size_t i, unsigned depth);
  std::size_t parse_for(std::size_t i, unsigned depth);
  void find_breaks();

  std::span<const SourceToken> tokens_;
  std::vector<Range> sometimes_;  // parts that may be skipped
  std::vector<Range> switches_;
  std::vector<Loop> loops_;
  bool jumps_ = false;  // there is a goto
};

}  // namespace eugene::debug
