// Liveness of a Thread's registers in the LLVM function of a kernel: which of them something may still read. The
// registers that are read after the function returns depend on the way out, so the recorder marks each branch that
// leaves the kernel with the cells that are read then. The usual backward data flow over blocks; a call that is handed
// the Thread reads all.
//
// Computed from the LLVM function and not from the kernel's instructions (eu/analysis/live_registers.h), because the
// loops of the function, and the blocks that follow them, are not the kernel's.
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
  bool small = true;  // smaller registers and the masks of waiting channels
};

// `out` leaves the kernel. Without a mark everything is read afterwards.
void mark_live_cells(llvm::BranchInst& out, const ReadAfter& read);
// Is `last`, which ends a block, marked as leaving with a thread that is to be resumed?
bool leaves_to_resume(const llvm::Instruction& last);

class LiveCells {
 public:
  // `function` has the Thread and the waiting channels as its second and third argument.
  explicit LiveCells(llvm::Function& function);

  // Is any of the bytes [begin, end) from argument `base` on live before the first instruction of `block`? `block` must
  // have been in the function when the analysis was made.
  bool any_before(const llvm::BasicBlock& block, const llvm::Argument& base, std::int64_t begin,
                  std::int64_t end) const;

 private:
  using Set = llvm::BitVector;  // of cells, then one bit for everything else

  void find_cells(const llvm::Function& function);
  bool update(const llvm::BasicBlock& block);
  Set after(const llvm::BasicBlock& block) const;
  void step_back(const llvm::Instruction& instruction, Set& live) const;
  unsigned small() const { return cells_; }  // the bit for everything else

  const llvm::Argument* thread_;
  const llvm::Argument* waiting_;
  const llvm::DataLayout& layout_;
  unsigned cells_ = 0;  // number of those up to the last that a load or store names
  llvm::DenseMap<const llvm::BasicBlock*, Set> before_;
};

}  // namespace eugene::jit
