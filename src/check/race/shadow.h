// Shadow memory of the race check: the last accesses to each piece of memory.
//
// A piece has its last write, two reads and two atomics. That is enough to find a race at each location that has one,
// if not all pairs of the race: either a forgotten read is ordered before a kept read, or two other reads are kept, and
// at least one of the two is not by the work-item that writes next.
//
// Most accesses are of consecutive channels to consecutive memory. So a row of 16 bytes is kept as one piece, as long
// as every access covers all of it. Otherwise the row is split into cells of four bytes or of one byte.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "check/race/clock.h"

namespace eugene::check {

// An access: its instruction, channels and epoch.
struct Mark {
  static constexpr unsigned kSameChannels = 7;  // in place of a shift
  static constexpr std::uint32_t kMaxInstructions = 1U << 19;

  std::uint32_t thread = 0;  // index in the dispatch
  Epoch epoch;
  // Channels of the thread that make one access together; 0: unknown. In a row, these are the channels of its first
  // byte, and the channels of byte b are higher by b >> shift.
  std::uint32_t channels = 0;
  std::uint32_t instruction : 19 = 0;  // index in the program
  std::uint32_t is_copy : 1 = false;   // by an asynchronous copy, so not by a work-item
  std::uint32_t shift : 3 = kSameChannels;
  std::uint32_t is_set : 1 = false;
  // For memory that may be private to a thread slot of the EUs: 1 + number of the slot (FFTID). Otherwise 0.
  std::uint32_t slot : 8 = 0;

  void set_shift(unsigned bits) { shift = bits & kSameChannels; }
  // Returns the mark of the bytes from `ahead` on.
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
  std::uint32_t value = 0;  // value in memory, as far as it was written
};

class Row {
 public:
  static constexpr std::uint64_t kBytes = 16;
  using Values = std::array<std::byte, kBytes>;

  // Resets a row that was last used in an earlier dispatch. Each dispatch has its own number.
  void begin(std::uint32_t dispatch) {
    if (dispatch_ == dispatch) return;
    dispatch_ = dispatch;
    write = {};
    reads = {};
    values = {};
    piece_ = 0;
  }
  bool is_split() const { return piece_ != 0; }
  // State of the whole row, unless the row is split.
  Mark write;
  std::array<Mark, 2> reads;
  Values values{};

  // Splits the row into cells small enough for an access of `count` bytes at `offset`, whose bytes belong to channels
  // according to `shift`. Returns the size of a cell. Adds the memory that new cells take to `bytes`.
  unsigned split(unsigned offset, unsigned count, unsigned shift, std::size_t& bytes);
  Cell& at(unsigned offset) { return cells_[offset / piece_]; }
  // Makes the row one piece again after a write of the whole row.
  void join(const Mark& last, const Values& written);

 private:
  bool fits_dwords() const;
  void make_cells(unsigned piece, std::size_t& bytes);
  Cell find_cell(unsigned byte, unsigned piece) const;
  Cell find_part(unsigned byte);

  std::uint8_t piece_ = 0;  // size of a cell; 0: not split
  std::uint8_t kept_ = 0;   // cell size of the allocated `cells_`
  std::uint32_t dispatch_ = 0;
  std::unique_ptr<Cell[]> cells_;
};

// Locked while a worker uses the page, except for local memory.
struct ShadowPage {
  static constexpr std::uint64_t kBytes = 4096;  // memory that a page covers

  std::array<Row, kBytes / Row::kBytes> rows;
  std::atomic_flag is_locked;
};

// Shadow pages by number. Pages never move, and are kept from one dispatch to the next: allocating a page costs as much
// as all work on it.
class Shadow {
 public:
  // Begins a dispatch, and returns its number for Row::begin().
  std::uint32_t begin_dispatch();
  // Returns null if the page does not exist and no room is left for it.
  ShadowPage* page(std::uint64_t number);
  // Counts the memory of cells.
  void add(std::size_t bytes) { bytes_.fetch_add(bytes, std::memory_order_relaxed); }
  // True if some accesses were not kept.
  bool has_refused() const { return has_refused_.load(std::memory_order_relaxed); }
  static constexpr std::size_t kMaxBytes = std::size_t{1536} << 20;

 private:
  static constexpr std::size_t kMaxKept = std::size_t{512} << 20;
  std::uint32_t dispatch_ = 0;
  struct Part {
    std::mutex mutex;
    std::unordered_map<std::uint64_t, std::unique_ptr<ShadowPage>> pages;
  };
  std::array<Part, 64> parts_;
  std::atomic<std::size_t> bytes_ = 0;
  std::atomic<bool> has_refused_ = false;
};

// Shadows that no dispatch uses. Thread-safe.
class Shadows {
 public:
  std::unique_ptr<Shadow> take();
  void give_back(std::unique_ptr<Shadow> shadow);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Shadow>> free_;
};

}  // namespace eugene::check
