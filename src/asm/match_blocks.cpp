#include "asm/match_blocks.h"

#include <algorithm>
#include <map>
#include <optional>

#include "isa/branch.h"

namespace eugene::assembly {
namespace {

using isa::Instruction;
using isa::Opcode;

class Matcher {
 public:
  Matcher(isa::Program& program, std::span<const std::size_t> open, std::span<const std::size_t> dos)
      : program_(program), open_(open) {
    for (const std::size_t at : dos) ++loops_[at];
    // A while with a target does not need a do.
    std::map<std::size_t, std::size_t> named;
    for (std::size_t n = 0; n < program.instructions.size(); ++n) {
      if (program.instructions[n].opcode != Opcode::while_ || is_open(n)) continue;
      const Instruction& loop = program.instructions[n];
      if (const auto at = program.index_at(isa::branch_origin(loop, program.offsets[n]) + loop.jip)) ++named[*at];
    }
    for (const auto& [at, count] : named) loops_[at] = std::max(loops_[at], count);
  }

  std::vector<Unmatched> run() {
    for (std::size_t n = 0; n < program_.instructions.size(); ++n) {
      if (const auto loops = loops_.find(n); loops != loops_.end())
        blocks_.resize(blocks_.size() + loops->second, Block{.is_loop = true, .begin = n});
      visit(n);
    }
    while (!blocks_.empty()) abandon();
    std::ranges::sort(unmatched_, {}, &Unmatched::instruction);
    return std::move(unmatched_);
  }

 private:
  struct Block {
    bool is_loop = false;
    std::size_t begin = 0;  // the if, or the loop's first instruction
    std::optional<std::size_t> else_;
    std::vector<std::size_t> to_end = {};  // instructions whose JIP is the else or the end of this block
    std::vector<std::size_t> exits = {};   // break and cont of a loop, whose UIP is its end
  };

  bool is_open(std::size_t n) const { return std::ranges::binary_search(open_, n); }
  void aim(std::int32_t& distance, std::size_t from, std::size_t to) {
    const std::int64_t origin = isa::branch_origin(at(from), program_.offsets[from]);
    distance = static_cast<std::int32_t>(program_.offset_at(to) - origin);
  }
  Instruction& at(std::size_t n) { return program_.instructions[n]; }

  void end_here(std::vector<std::size_t>& waiting, std::size_t end) {
    for (const std::size_t n : waiting) aim(at(n).jip, n, end);
    waiting.clear();
  }

  void visit(std::size_t n) {
    switch (at(n).opcode) {
      case Opcode::if_: blocks_.push_back({.begin = n}); return;
      case Opcode::else_: visit_else(n); return;
      case Opcode::endif: visit_endif(n); return;
      case Opcode::while_: visit_while(n); return;
      case Opcode::break_:
      case Opcode::cont:
        if (is_open(n)) visit_exit(n);
        return;
      default: return;
    }
  }

  void visit_else(std::size_t n) {
    if (blocks_.empty() || blocks_.back().is_loop || blocks_.back().else_) return fail(n);
    Block& block = blocks_.back();
    end_here(block.to_end, n);
    block.else_ = n;
  }

  void visit_endif(std::size_t n) {
    if (blocks_.empty() || blocks_.back().is_loop) return fail(n);
    Block block = std::move(blocks_.back());
    blocks_.pop_back();
    end_here(block.to_end, n);
    if (is_open(block.begin)) {
      aim(at(block.begin).jip, block.begin, block.else_ ? *block.else_ + 1 : n);
      aim(at(block.begin).uip, block.begin, n);
    }
    if (block.else_ && is_open(*block.else_)) {
      aim(at(*block.else_).jip, *block.else_, n);
      aim(at(*block.else_).uip, *block.else_, n);
    }
    if (!is_open(n)) return;
    if (blocks_.empty()) {
      aim(at(n).jip, n, n + 1);
    } else {
      blocks_.back().to_end.push_back(n);
    }
  }

  void visit_while(std::size_t n) {
    if (blocks_.empty() || !blocks_.back().is_loop) return fail(n);
    Block block = std::move(blocks_.back());
    blocks_.pop_back();
    end_here(block.to_end, n);
    for (const std::size_t exit : block.exits) {
      const bool past = at(exit).opcode == Opcode::break_ && !program_.gen->break_names_while;
      aim(at(exit).uip, exit, past ? n + 1 : n);
    }
    if (is_open(n)) aim(at(n).jip, n, block.begin);
  }

  void visit_exit(std::size_t n) {
    const auto loop = std::find_if(blocks_.rbegin(), blocks_.rend(), [](const Block& block) { return block.is_loop; });
    if (loop == blocks_.rend()) return fail(n);
    loop->exits.push_back(n);
    blocks_.back().to_end.push_back(n);
  }

  void fail(std::size_t n) {
    if (is_open(n)) unmatched_.push_back({n});
  }

  // Drops the innermost block, which has no end.
  void abandon() {
    Block& block = blocks_.back();
    if (!block.is_loop) fail(block.begin);
    if (block.else_) fail(*block.else_);
    for (const std::size_t n : block.to_end) fail(n);
    blocks_.pop_back();
  }

  isa::Program& program_;
  std::span<const std::size_t> open_;
  std::map<std::size_t, std::size_t> loops_;  // number of loops that begin at an instruction
  std::vector<Block> blocks_;
  std::vector<Unmatched> unmatched_;
};

}  // namespace

std::vector<Unmatched> match_blocks(isa::Program& program, std::span<const std::size_t> open,
                                    std::span<const std::size_t> dos) {
  if (open.empty() || program.instructions.empty()) return {};
  return Matcher(program, open, dos).run();
}

}  // namespace eugene::assembly
