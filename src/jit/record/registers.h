// A thread's registers while compiled code runs. They live in the Thread, in units of a GRF; within a basic block what
// is known of them is kept as SSA values, so that a register is loaded once and stored once. Places are byte offsets in
// eu::Thread, as in the interpreter's operand plans.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "eu/analysis/live_registers.h"
#include "eu/thread.h"
#include "jit/record/value.h"

namespace eugene::jit {

class Registers {
 public:
  Registers(Builder& ir, llvm::Value* thread) : ir_(ir), thread_(thread) {}

  // Elements of `bytes` bytes at each of `places`, as a vector of integers of that size.
  llvm::Value* gather(std::span<const unsigned> places, unsigned bytes);
  // Puts element i of the vector of integers `elements` at places[i]; later places win.
  void scatter(std::span<const unsigned> places, unsigned bytes, llvm::Value* elements);

  llvm::Value* flag(unsigned index);
  void set_flag(unsigned index, llvm::Value* value) { flags_[index] = {value, true}; }

  // From now on these need be stored alone.
  void set_live(const eu::Cells& cells) { live_ = cells; }
  // Stores what has been written since to the Thread, if it is wanted; values stay known.
  void write_back();
  // The same on a path that leaves the main one: there, the stores have still to be done.
  void write_back_aside();
  // Others may have changed the Thread: all of it, or the bytes [begin, end) of GRF, MRF and accumulators. What has
  // been written must have been written back.
  void forget();
  void forget(unsigned begin, unsigned end);

  // Address of byte `offset` of the Thread.
  llvm::Value* in_thread(unsigned offset) { return ir_.CreateConstInBoundsGEP1_32(ir_.getInt8Ty(), thread_, offset); }

 private:
  // The Thread begins with what is made of whole GRFs: GRF, MRF, accumulators. Registers behind them are reached
  // element by element.
  static constexpr unsigned kCells = eu::kCellCount;

  // Part `part` of `value`, a vector of i32 as long as one or more GRFs; null: not known.
  struct Cell {
    llvm::Value* value = nullptr;
    unsigned part = 0;
    bool dirty = false;
  };
  struct Flag {
    llvm::Value* value = nullptr;
    bool dirty = false;
  };

  llvm::Type* cells_type(unsigned count) { return llvm::FixedVectorType::get(ir_.getInt32Ty(), 8 * count); }
  llvm::Value* cells(unsigned first, unsigned count);
  llvm::Value* cell(unsigned index);
  void set_cells(unsigned first, unsigned count, llvm::Value* value);
  bool is_whole(unsigned first, unsigned count) const;
  void load(unsigned first, unsigned count);
  llvm::Value* gather_each(std::span<const unsigned> places, unsigned bytes);
  void scatter_each(std::span<const unsigned> places, llvm::Value* elements);

  Builder& ir_;
  llvm::Value* thread_;
  std::array<Cell, kCells> cells_;
  std::array<Flag, 2> flags_;
  eu::Cells live_ = eu::Cells{}.set();
};

}  // namespace eugene::jit
