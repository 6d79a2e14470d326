// A thread's registers while compiled code runs. GRF, accumulators and flags are local variables of the function, which
// LLVM turns into SSA values; the other registers stay in the Thread. Places are byte offsets in eu::Thread, as in the
// interpreter's operand plans.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "eu/thread.h"
#include "jit/value.h"

namespace eugene::jit {

class Registers {
 public:
  // Creates the variables at the insertion point of `ir`, in the function's entry block.
  Registers(Builder& ir, llvm::Value* thread);

  // Elements of `bytes` bytes at each of `places`, as a vector of integers of that size. All of `places` must be held.
  llvm::Value* gather(std::span<const unsigned> places, unsigned bytes);
  // Puts element i of the vector of integers `elements` at places[i]; later places win.
  void scatter(std::span<const unsigned> places, unsigned bytes, llvm::Value* elements);

  llvm::Value* flag(unsigned index) { return ir_.CreateLoad(ir_.getInt32Ty(), flags_[index]); }
  void set_flag(unsigned index, llvm::Value* value) { ir_.CreateStore(value, flags_[index]); }

  // Between the variables and the Thread: all of them, or the 32-byte cells that lie in [begin, end).
  void load_all();
  void save_all();
  void load_cells(unsigned begin, unsigned end);
  void save_cells(unsigned begin, unsigned end);
  void load_flags();
  void save_flags();

  // Is the element at `place` in one of the variables?
  static bool holds(unsigned place) { return place < kCells * eu::kGrfBytes; }

  // Address of byte `offset` of the Thread.
  llvm::Value* in_thread(unsigned offset) { return ir_.CreateConstInBoundsGEP1_32(ir_.getInt8Ty(), thread_, offset); }

 private:
  // The Thread begins with its registers, in units of a GRF: everything up to the end of acc1.
  static constexpr unsigned kAccumulatorsEnd = offsetof(eu::Thread, acc) + 2 * sizeof(eu::Accumulator);
  static constexpr unsigned kCells = kAccumulatorsEnd / eu::kGrfBytes;
  static_assert(kAccumulatorsEnd % eu::kGrfBytes == 0);

  llvm::Type* cell_type() { return llvm::FixedVectorType::get(ir_.getInt32Ty(), 8); }
  // Cell `index` as integers of `bytes` bytes.
  llvm::Value* cell(unsigned index, unsigned bytes);
  void set_cell(unsigned index, llvm::Value* value);

  Builder& ir_;
  llvm::Value* thread_;
  std::array<llvm::Value*, kCells> cells_;
  std::array<llvm::Value*, 2> flags_;
};

// The first `count` elements of `parts`, vectors of one type, one after the other.
llvm::Value* concatenated(Builder& ir, std::vector<llvm::Value*> parts);

}  // namespace eugene::jit
