// The control flow of a channel in a program: a graph of basic blocks, its dominators, and its loops.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "eu/kernel.h"

namespace eugene::debug {

class CodeFlow {
 public:
  explicit CodeFlow(const eu::Kernel& kernel);

  // All functions take instructions by their indices.
  std::uint32_t find_block(std::uint32_t index) const { return blocks_[index]; }
  bool is_in_loop(std::uint32_t index) const { return all_[blocks_[index]].loop != kNone; }
  // Whether each path to `then` passes `first`, or both are the same instruction.
  bool precedes(std::uint32_t first, std::uint32_t then) const;
  // Whether a channel executes `first` before every execution of `then`.
  bool precedes_each(std::uint32_t first, std::uint32_t then) const;
  // Returns, by instruction, whether the instruction is one of `code`, or a channel may come from the instruction to
  // one of `code` without going back in a loop.
  std::vector<bool> leading_to(const std::vector<bool>& code) const;

 private:
  struct Block {
    std::vector<std::uint32_t> before, after;
    std::uint32_t dominator = kNone;  // the immediate dominator
    std::uint32_t order = kNone;      // index in reverse postorder; kNone: the block is unreachable
    std::uint32_t loop = kNone;       // the innermost loop
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
