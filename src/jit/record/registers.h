// A thread's registers during recording. They are bytes of the Thread that instructions access by region, in any type,
// whole or in part; code should keep vectors in host registers instead.
//
// The register file is split into cells of a GRF. Within a basic block a cell's value is an SSA value, loaded once and
// stored once: reading a region shuffles its cells, writing one shuffles the elements into them. A value may span two
// cells (sixteen channels of dwords), so that AVX-512 has one operation for them and no shuffle splits it. Only cells
// that are live are stored at the end of a block. Between blocks, above all in loops, promote_loops() turns memory into
// values.
//
// In loops a scalar is accessed alone where its cell is not known: promote_loops() makes a value of it then, without
// the insertions and extractions that a lane of a vector takes. IGC packs the counters and sums that all channels share
// into registers that way.
//
// Emitting each access as a load or store and letting LLVM forward them would be simpler. But its store forwarding
// (EarlyCSE) needs equal addresses and types, and regions overlap in part.
//
// Places are byte offsets in eu::Thread, as in the interpreter's operand plans.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "eu/analysis/live_registers.h"
#include "eu/thread.h"
#include "jit/record/value.h"

namespace eugene::jit {

class Registers {
 public:
  // Of a thread with `cells` large registers (eu/analysis/cells.h).
  Registers(Builder& ir, llvm::Value* thread, unsigned cells)
      : ir_(ir), thread_(thread), cells_(cells), live_(eu::Cells(cells).set()) {}

  // Elements of `bytes` bytes at each of `places`, as a vector of integers of that size.
  llvm::Value* gather(std::span<const unsigned> places, unsigned bytes);
  // Puts element i of the vector of integers `elements` at places[i]; later places win.
  void scatter(std::span<const unsigned> places, unsigned bytes, llvm::Value* elements);

  // Whether elements that are accessed one at a time are values of their own from now on, rather than lanes of a cell.
  void keep_scalars(bool keeps) { keeps_scalars_ = keeps; }

  llvm::Value* flag(unsigned index);
  void set_flag(unsigned index, llvm::Value* value) { flags_[index] = {value, true}; }

  // From now on only these need to be stored.
  void set_live(const eu::Cells& cells) { live_ = cells; }
  // Stores live cells that have been written since; their values stay known.
  void write_back();
  // As write_back(), for a side path: the stores stay pending on the main path.
  void write_back_aside();
  // Forgets cached values, as the Thread may have been changed elsewhere. Pending writes must have been written back.
  void forget();

  // Address of byte `offset` of the Thread.
  llvm::Value* in_thread(unsigned offset) { return ir_.CreateConstInBoundsGEP1_32(ir_.getInt8Ty(), thread_, offset); }

 private:
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

  // An element of a cell that is not known.
  struct Scalar {
    unsigned bytes = 0;
    llvm::Value* value = nullptr;
    bool dirty = false;
  };

  // The cells from the first to the last that elements are in. None: they are in smaller registers, which are accessed
  // element by element.
  struct Span {
    unsigned first, last;
  };
  std::optional<Span> span_of(std::span<const unsigned> places, unsigned bytes) const;
  llvm::Type* cells_type(unsigned count) { return llvm::FixedVectorType::get(ir_.getInt32Ty(), 8 * count); }
  llvm::Value* cells(unsigned first, unsigned count);
  llvm::Value* cell(unsigned index);
  void set_cells(unsigned first, unsigned count, llvm::Value* value);
  bool is_whole(unsigned first, unsigned count) const;
  void load(unsigned first, unsigned count);
  Scalar* scalar(unsigned place, unsigned bytes);
  llvm::Value* gather_each(std::span<const unsigned> places, unsigned bytes);
  void scatter_each(std::span<const unsigned> places, llvm::Value* elements);

  Builder& ir_;
  llvm::Value* thread_;
  std::vector<Cell> cells_;
  std::map<unsigned, Scalar> scalars_;  // by place; no two overlap
  bool keeps_scalars_ = false;
  std::array<Flag, 2> flags_;
  eu::Cells live_;
};

}  // namespace eugene::jit
