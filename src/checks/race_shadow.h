// Shadow memory of the race check: who has accessed each piece of memory last.
//
// A piece has its last write, two reads and two atomics. That is enough to find a race of each location that has one,
// if not all its pairs: a read that is forgotten is ordered before one that is kept, or two others are kept of which at
// least one is not by the work-item that writes next.
//
// Most accesses are of consecutive channels to consecutive memory. So a row of 16 bytes is kept as one piece, as long
// as whatever accesses it accesses all of it; else it is split into cells, of four bytes or of one.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "checks/race_clock.h"

namespace eugene::checks {

// An access: which instruction of which channels, when.
struct Mark {
  static constexpr unsigned kSameChannels = 7;  // in place of a shift
  static constexpr std::uint32_t kMostInstructions = 1U << 19;

  std::uint32_t thread = 0;  // of the dispatch
  Moment moment;
  // Of the thread, that make one access together; 0: not known which. Of a row: of its first byte. Byte b is of the
  // channels that are b >> shift higher.
  std::uint32_t channels = 0;
  std::uint32_t instruction : 19 = 0;  // index in the program
  std::uint32_t is_copy : 1 = false;   // by an asynchronous copy, and so of no work-item
  std::uint32_t shift : 3 = kSameChannels;
  std::uint32_t is_set : 1 = false;
  std::uint32_t slot : 8 = 0;  // of memory that may be of a place of the EUs: 1 + its number (FFTID); else 0

  void set_shift(unsigned bits) { shift = bits & kSameChannels; }
  // That of the bytes from `ahead` on.
  Mark at(unsigned ahead) const {
    Mark mark = *this;
    if (shift != kSameChannels) mark.channels <<= ahead >> shift;
    return mark;
  }
};
static_assert(sizeof(Mark) == 16);

struct Cell {
  Mark write;
  std::array<Mark, 2> reads, atomics;
  std::uint32_t value = 0;  // that memory holds, as far as it was written
};

class Row {
 public:
  static constexpr std::uint64_t kBytes = 16;
  using Values = std::array<std::byte, kBytes>;

  // Forgets what is of an earlier dispatch: each has a number of its own.
  void begin(std::uint32_t dispatch) {
    if (dispatch_ == dispatch) return;
    dispatch_ = dispatch;
    write = {};
    reads = {};
    values = {};
    piece_ = 0;
  }
  bool is_split() const { return piece_ != 0; }
  // Of the whole row, unless it is split.
  Mark write;
  std::array<Mark, 2> reads;
  Values values{};

  // Makes cells small enough for an access of `count` bytes at `offset`, of which `shift` says which byte is of which
  // channel. Returns the bytes of a cell. Adds to `bytes` the memory that new cells take.
  unsigned split(unsigned offset, unsigned count, unsigned shift, std::size_t& bytes);
  Cell& at(unsigned offset) { return cells_[offset / piece_]; }
  // It has been written as a whole.
  void join(const Mark& last, const Values& written);

 private:
  bool fits_dwords() const;
  void make_cells(unsigned piece, std::size_t& bytes);
  Cell cell_of(unsigned byte, unsigned piece) const;
  Cell part_of(unsigned byte);

  std::uint8_t piece_ = 0;  // 0: not split
  std::uint8_t kept_ = 0;   // of `cells_`
  std::uint32_t dispatch_ = 0;
  std::unique_ptr<Cell[]> cells_;
};

// Locked while a worker uses it, unless it is of local memory.
struct ShadowPage {
  static constexpr std::uint64_t kBytes = 4096;  // of memory

  std::array<Row, kBytes / Row::kBytes> rows;
  std::atomic_flag is_locked;
};

// Pages by number. They stay where they are, and are kept from one dispatch to the next: new memory costs as much as
// all that is done with it.
class Shadow {
 public:
  // Of a dispatch: its number, for Row::begin().
  std::uint32_t begin_dispatch();
  // Null: there is none, and no room for more.
  ShadowPage* page(std::uint64_t number);
  // Cells take memory too.
  void add(std::size_t bytes) { bytes_.fetch_add(bytes, std::memory_order_relaxed); }
  // Something was not kept.
  bool has_refused() const { return has_refused_.load(std::memory_order_relaxed); }
  static constexpr std::size_t kMostBytes = std::size_t{1536} << 20;

 private:
  static constexpr std::size_t kMostKept = std::size_t{512} << 20;
  std::uint32_t dispatch_ = 0;
  struct Part {
    std::mutex mutex;
    std::unordered_map<std::uint64_t, std::unique_ptr<ShadowPage>> pages;
  };
  std::array<Part, 64> parts_;
  std::atomic<std::size_t> bytes_ = 0;
  std::atomic<bool> has_refused_ = false;
};

// Those that no dispatch uses. Safe for several threads.
class Shadows {
 public:
  std::unique_ptr<Shadow> take();
  void give_back(std::unique_ptr<Shadow> shadow);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Shadow>> free_;
};

}  // namespace eugene::checks
