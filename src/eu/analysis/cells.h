// Cells: the large registers of a thread in units of a GRF, for analyses. The GRF, MRF and accumulators, with which the
// Thread begins, come first; the variables of a vISA kernel, which follow the Thread, come last (thread_block.h).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "eu/thread.h"
#include "isa/program.h"

namespace eugene::eu {

inline constexpr unsigned kCellCount = offsetof(Thread, flag) / kGrfBytes;  // without variables
static_assert(offsetof(Thread, flag) % kGrfBytes == 0 && sizeof(Thread) % kGrfBytes == 0);

inline constexpr unsigned kFirstAccumulator = offsetof(Thread, acc) / kGrfBytes;

inline unsigned cell_count(const isa::Program& program) { return kCellCount + program.variable_registers; }

// Returns the cell of the byte at `offset` from the Thread's start; nothing if a smaller register holds the byte.
constexpr std::optional<unsigned> cell_at(std::size_t offset) {
  if (offset < kCellCount * kGrfBytes) return static_cast<unsigned>(offset / kGrfBytes);
  if (offset < sizeof(Thread)) return std::nullopt;
  return static_cast<unsigned>(kCellCount + (offset - sizeof(Thread)) / kGrfBytes);
}
constexpr unsigned offset_of_cell(unsigned cell) {
  return static_cast<unsigned>(cell < kCellCount ? cell * kGrfBytes : sizeof(Thread) + (cell - kCellCount) * kGrfBytes);
}

// A set of cells.
class Cells {
 public:
  explicit Cells(unsigned count) : count_(count), words_((count + kBits - 1) / kBits) {}

  bool operator[](unsigned cell) const { return (words_[cell / kBits] >> cell % kBits & 1) != 0; }
  void set(unsigned cell) { words_[cell / kBits] |= std::uint64_t{1} << cell % kBits; }
  Cells& set() {
    for (unsigned cell = 0; cell < count_; ++cell) set(cell);
    return *this;
  }
  unsigned size() const { return count_; }  // cells, set or not
  unsigned count() const {                  // cells that are set
    unsigned found = 0;
    for (const std::uint64_t word : words_) found += static_cast<unsigned>(std::popcount(word));
    return found;
  }
  Cells& operator|=(const Cells& other) {
    for (std::size_t n = 0; n < words_.size(); ++n) words_[n] |= other.words_[n];
    return *this;
  }
  Cells& operator&=(const Cells& other) {
    for (std::size_t n = 0; n < words_.size(); ++n) words_[n] &= other.words_[n];
    return *this;
  }
  Cells without(const Cells& others) const {
    Cells left = *this;
    for (std::size_t n = 0; n < words_.size(); ++n) left.words_[n] &= ~others.words_[n];
    return left;
  }
  friend Cells operator|(Cells a, const Cells& b) { return a |= b; }
  friend Cells operator&(Cells a, const Cells& b) { return a &= b; }
  bool operator==(const Cells&) const = default;

 private:
  static constexpr unsigned kBits = 64;
  unsigned count_;
  std::vector<std::uint64_t> words_;
};

}  // namespace eugene::eu
