// The ways that a channel can take through a program: a graph of blocks, its dominators, and its loops.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "eu/kernel.h"

namespace eugene::debug {

class CodeFlow {
 public:
  explicit CodeFlow(const eu::Kernel& kernel);

  // Instructions by their indices.
  std::uint32_t block_of(std::uint32_t index) const { return blocks_[index]; }
  bool is_in_loop(std::uint32_t index) const { return all_[blocks_[index]].loop != kNone; }
  // Whether each way to `then` passes `first`, or they are the same.
  bool precedes(std::uint32_t first, std::uint32_t then) const;
  // Whether a channel executes `first` before each time that it executes `then`.
  bool precedes_each(std::uint32_t first, std::uint32_t then) const;
  // By instruction: whether it is one of `code`, or a channel may come from it to one of them without going back in a
  // loop.
  std::vector<bool> leading_to(const std::vector<bool>& code) const;

 private:
  struct Block {
    std::vector<std::uint32_t> before, after;
    std::uint32_t dominator = kNone;  // the nearest one
    std::uint32_t order = kNone;      // in reverse postorder; none: nothing leads there
    std::uint32_t loop = kNone;       // the innermost one
  };
  struct Loop {
    std::vector<bool> has;  // by block
    std::size_t size = 0;
  };
  static constexpr std::uint32_t kNone = ~0U;

  void make_blocks(const eu::Kernel& kernel);
  void connect(const eu::Kernel& kernel);
  void find_order();
  void find_dominators();
  void find_loops();
  std::uint32_t common_dominator(std::uint32_t a, std::uint32_t b) const;
  bool dominates(std::uint32_t a, std::uint32_t b) const;

  std::vector<std::uint32_t> blocks_;   // by instruction
  std::vector<std::uint32_t> entries_;  // blocks with which the program and its functions begin
  std::vector<Block> all_;
  std::vector<std::uint32_t> ordered_;  // blocks in reverse postorder
  std::vector<Loop> loops_;
};

}  // namespace eugene::debug
