// A thread's registers during recording. They are bytes of the Thread that instructions access by region, in any type,
// completely or in part. But code should keep vectors in host registers instead.
//
// The register file is split into cells, one for each GRF. Within a basic block a cell's value is an SSA value, loaded
// once and stored once: reading a region shuffles its cells, writing a region shuffles the elements into them. A value
// may cover two cells (sixteen channels of dwords), so that AVX-512 needs one operation and no shuffle to split it. At
// the end of a block, only live cells are stored. Between blocks, above all in loops, promote_loops() turns memory into
// values.
//
// In loops, a scalar is accessed separately if its cell has no cached value. promote_loops() can then make it a value
// of its own, without the insertions and extractions of a vector's lane. IGC packs counters and sums that all channels
// share into registers in this way.
//
// A simpler way would be to emit each access as a load or store and let LLVM forward them. But LLVM's store forwarding
// (EarlyCSE) needs equal addresses and types, and regions overlap partially.
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
  // `cells` is the number of large registers of the thread (eu/analysis/cells.h).
  Registers(Builder& ir, llvm::Value* thread, unsigned cells)
      : ir_(ir), thread_(thread), cells_(cells), live_(eu::Cells(cells).set()) {}

  // Returns the elements of `bytes` bytes at `places`, as a vector of integers of that size.
  llvm::Value* gather(std::span<const unsigned> places, unsigned bytes);
  // Writes element i of `elements`, a vector of integers, to places[i]. Later places win.
  void scatter(std::span<const unsigned> places, unsigned bytes, llvm::Value* elements);

  // Whether elements that are accessed separately become scalars from now on, instead of lanes of a cell.
  void keep_scalars(bool keeps) { keeps_scalars_ = keeps; }

  llvm::Value* flag(unsigned index);
  void set_flag(unsigned index, llvm::Value* value) { flags_[index] = {value, true}; }

  // From now on only these cells need to be stored.
  void set_live(const eu::Cells& cells) { live_ = cells; }
  // Writes back the dirty live cells. Their values stay cached.
  void write_back();
  // Like write_back(), for a side path: the cells stay dirty on the main path.
  void write_back_aside();
  // Drops cached values, because the Thread may have been changed elsewhere. Dirty values must have been written back.
  void forget();
  // The same for large registers only.
  void forget_cells();

  // Returns the address of byte `offset` in the Thread.
  llvm::Value* in_thread(unsigned offset) { return ir_.CreateConstInBoundsGEP1_32(ir_.getInt8Ty(), thread_, offset); }

 private:
  // Part `part` of `value`, a vector of i32 with the size of one or more GRFs. Null: not cached.
  struct Cell {
    llvm::Value* value = nullptr;
    unsigned part = 0;
    bool dirty = false;
  };
  struct Flag {
    llvm::Value* value = nullptr;
    bool dirty = false;
  };

  // An element of a cell that is not cached.
  struct Scalar {
    unsigned bytes = 0;
    llvm::Value* value = nullptr;
    bool dirty = false;
  };

  // The first and last cell of elements. Nothing if they are in smaller registers, which are accessed element by
  // element.
  struct Span {
    unsigned first, last;
  };
  std::optional<Span> find_span(std::span<const unsigned> places, unsigned bytes) const;
  llvm::Type* cells_type(unsigned count) { return llvm::FixedVectorType::get(ir_.getInt32Ty(), 8 * count); }
  llvm::Value* cells(unsigned first, unsigned count);
  llvm::Value* cell(unsigned index);
  void set_cells(unsigned first, unsigned count, llvm::Value* value);
  bool is_whole(unsigned first, unsigned count) const;
  void load(unsigned first, unsigned count);
  Scalar* scalar(unsigned place, unsigned bytes);
  void set_flag_part(unsigned index, unsigned bit, llvm::Value* bits);
  llvm::Value* gather_each(std::span<const unsigned> places, unsigned bytes);
  void scatter_each(std::span<const unsigned> places, unsigned bytes, llvm::Value* elements);
  bool write_back_for(std::span<const unsigned> places);
  void write_back_flags();
  void store_flags();

  Builder& ir_;
  llvm::Value* thread_;
  std::vector<Cell> cells_;
  std::map<unsigned, Scalar> scalars_;  // indexed by place; not overlapping
  bool keeps_scalars_ = false;
  std::array<Flag, 2> flags_;
  eu::Cells live_;
};

}  // namespace eugene::jit
