// Counts of instructions and lane operations, equal to the interpreter's. An addition for every instruction would often
// cost more than the instruction, so the counts of a block are summed while it is recorded and added at its end.
#pragma once

#include <map>
#include <utility>

#include "jit/record/value.h"

namespace eugene::jit {

class Counters {
 public:
  explicit Counters(Builder& ir) : ir_(ir) {}

  // Sets the addresses of the variables: the counters, and the running channels.
  void use(llvm::Value* instructions, llvm::Value* lanes, llvm::Value* running) {
    instructions_ = instructions;
    lanes_ = lanes;
    running_ = running;
  }

  void add_instruction() { ++pending_instructions_; }
  void add_lanes(unsigned lanes) { pending_lanes_ += lanes; }
  // Adds the number of running channels in `channels`, a mask whose bit 0 is channel `offset`.
  void add_running_lanes(unsigned offset, std::uint32_t channels) { ++pending_masked_[{offset, channels}]; }
  // Adds the number of bits in `channels` immediately.
  void add_lane_count(llvm::Value* channels);

  struct Counts {
    llvm::Value* instructions;
    llvm::Value* lanes;
  };
  // Includes pending counts that are not yet in the variables.
  Counts now();
  // Sets the variables; there must be no pending counts.
  void set(const Counts& counts);
  // Adds the pending counts to the variables.
  void flush();
  // Discards the pending counts: their path has ended.
  void drop();

  // Returns only the pending counts, as constants. Masked lanes must have been flushed.
  Counts pending() const { return {ir_.getInt64(pending_instructions_), ir_.getInt64(pending_lanes_)}; }
  bool has_masked() const { return !pending_masked_.empty(); }
  // Return only the variables.
  llvm::Value* instructions() { return ir_.CreateLoad(ir_.getInt64Ty(), instructions_); }
  llvm::Value* lanes() { return ir_.CreateLoad(ir_.getInt64Ty(), lanes_); }
  void set_lanes(llvm::Value* lanes) { ir_.CreateStore(lanes, lanes_); }

 private:
  Builder& ir_;
  llvm::Value* instructions_ = nullptr;
  llvm::Value* lanes_ = nullptr;
  llvm::Value* running_ = nullptr;
  unsigned pending_instructions_ = 0;
  unsigned pending_lanes_ = 0;
  std::map<std::pair<unsigned, std::uint32_t>, unsigned> pending_masked_;  // (offset, channels) -> instructions
};

}  // namespace eugene::jit
