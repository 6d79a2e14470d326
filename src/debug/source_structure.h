// The statements of a function, as its tokens show them: which of them run only sometimes, and which are loops.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "debug/source_tokens.h"

namespace eugene::debug {

// Positions are indices of the function's tokens. Past the last token there are empty ones.
class SourceStructure {
 public:
  struct Range {
    std::size_t begin = 0, end = 0;  // `end`: past the last
    bool has(std::size_t i) const { return begin <= i && i < end; }
  };
  struct Loop {
    Range whole, head, body;  // `head`: in parentheses; empty of do
    bool is_for = false;
    bool breaks = false;  // a break leaves it
  };

  explicit SourceStructure(std::span<const SourceToken> tokens);

  std::string_view at(std::size_t i) const { return i < tokens_.size() ? tokens_[i].text : std::string_view(); }
  // The token that closes the bracket at `i`.
  std::size_t close(std::size_t i) const;
  // The first token from `i` on that ends an expression: a comma, a semicolon, or a bracket that was opened before it.
  std::size_t expression_end(std::size_t i) const;
  std::size_t statement_begin(std::size_t i) const;
  std::size_t statement_end(std::size_t i) const;  // of one that begins at `i`; past its last token
  // Past the part of the function in which a name that is declared at `i` is known.
  std::size_t scope_end(std::size_t i) const;
  // The parts of the parameters of a function or call whose '(' is at `i`.
  std::vector<Range> parts(std::size_t i) const;

  const std::vector<Loop>& loops() const { return loops_; }  // outer ones before inner ones
  // Whether each way from the beginning of the function to `to` passes `i`, which stands before it.
  bool is_always_before(std::size_t i, std::size_t to) const;

 private:
  std::size_t parse(std::size_t i, unsigned depth);
  std::size_t parse_for(std::size_t i, unsigned depth);
  void find_breaks();

  std::span<const SourceToken> tokens_;
  std::vector<Range> sometimes_;  // what may be passed over
  std::vector<Range> switches_;
  std::vector<Loop> loops_;
  bool jumps_ = false;  // there is a goto
};

}  // namespace eugene::debug
