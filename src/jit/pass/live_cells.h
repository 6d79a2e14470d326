// Liveness of a Thread's registers in the LLVM function of a kernel: which of them may still be read. The registers
// that are read after the function returns depend on the exit, so the recorder marks each branch that leaves the kernel
// with those registers. Uses the standard backward data flow over blocks; a call with the Thread as argument reads all.
//
// The kernel's instructions (eu/analysis/live_registers.h) could not be used, because the LLVM function's loops, and
// the blocks after them, differ from the kernel's.
#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

#include "eu/analysis/cells.h"

namespace eugene::jit {

// The registers of a thread that are read after its code has returned.
struct ReadAfter {
  eu::Cells cells;    // large registers
  bool small = true;  // smaller registers
};

// Marks branch `out`, which leaves the kernel. An unmarked branch is assumed to read everything.
void mark_live_cells(llvm::BranchInst& out, const ReadAfter& read);
// Whether `last`, which ends a block, is marked as an exit of a thread that will be resumed.
bool leaves_to_resume(const llvm::Instruction& last);

// Returns the argument of a kernel that `pointer`, or each pointer of a vector, points into; null: none.
const llvm::Argument* find_argument(const llvm::Value& pointer);

class LiveCells {
 public:
  // The second argument of `function` must be the Thread, the third the waiting channels.
  explicit LiveCells(llvm::Function& function);

  // Whether one of the bytes [begin, end) from argument `base` is live before the first instruction of `block`. Waiting
  // channels always are. `block` must have existed when the analysis was constructed.
  bool any_before(const llvm::BasicBlock& block, const llvm::Argument& base, std::int64_t begin,
                  std::int64_t end) const;

 private:
  using Set = llvm::BitVector;  // of cells, then one bit for everything else

  void find_cells(const llvm::Function& function);
  bool update(const llvm::BasicBlock& block);
  Set after(const llvm::BasicBlock& block) const;
  void step_back(const llvm::Instruction& instruction, Set& live) const;
  unsigned small() const { return cells_; }  // index of the bit for everything else

  const llvm::Argument* thread_;
  const llvm::Argument* waiting_;
  const llvm::DataLayout& layout_;
  unsigned cells_ = 0;  // cells up to the last one that a load or store accesses
  llvm::DenseMap<const llvm::BasicBlock*, Set> before_;
};

}  // namespace eugene::jit
