// Shadow memory of the race check: who has accessed each piece of memory last.
//
// A cell stands for four bytes, from the first access that is not of whole dwords on for one byte, in pages of which
// only those that are accessed exist. It keeps the last write and two reads. That is enough to find a race of each
// location that has one, if not all its pairs: a read that is forgotten is ordered before one that is kept, or two
// others are kept of which at least one is not by the work-item that writes next.
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

// An access: which instruction of which channel, when.
struct Mark {
  std::uint32_t thread = 0;  // of the dispatch
  Moment moment;
  std::uint32_t instruction = 0;  // index in the program
  std::uint32_t channels = 0;     // of the thread, that make one access together; 0: not known which
  std::uint8_t slot = 0;          // of the EU, in which the thread runs (FFTID)
  bool is_set = false;
  bool is_atomic = false;
  bool may_be_private = false;  // memory that may be of the slot
};

struct Cell {
  Mark write;
  std::array<Mark, 2> reads;
  std::uint32_t value = 0;  // that `write` has left there
};

class ShadowPage {
 public:
  static constexpr std::uint64_t kBytes = 4096;  // of memory

  ShadowPage() : cells_(kBytes / kDword) {}

  // The size of the pieces of memory that cells stand for, with cells for `bytes` bytes at `offset` alone.
  std::uint32_t divide(std::uint64_t offset, std::uint64_t bytes) {
    if (piece_ == kDword && (offset | bytes) % kDword != 0) split();
    return piece_;
  }
  Cell& at(std::uint64_t offset) { return cells_[offset / piece_]; }

 private:
  static constexpr std::uint32_t kDword = 4;

  void split() {
    std::vector<Cell> bytes(kBytes);
    for (std::size_t i = 0; i < kBytes; ++i) {
      bytes[i] = cells_[i / kDword];
      bytes[i].value = bytes[i].value >> 8 * (i % kDword) & 0xFF;
    }
    cells_ = std::move(bytes);
    piece_ = 1;
  }

  std::vector<Cell> cells_;
  std::uint32_t piece_ = kDword;
};

// Pages by number, in parts that lock each for itself, so that workers rarely wait for each other.
class Shadow {
 public:
  // A page whose part stays locked while this lives.
  class Locked {
   public:
    Locked() = default;
    ShadowPage* operator->() const { return page_; }
    ShadowPage& operator*() const { return *page_; }
    bool is(std::uint64_t number) const { return page_ != nullptr && number == number_; }

   private:
    friend class Shadow;
    std::unique_lock<std::mutex> lock_;
    std::uint64_t number_ = 0;
    ShadowPage* page_ = nullptr;
  };

  // Makes `page` the page of `number`, and unlocks what it was. False: it does not exist, and there are kMostPages.
  bool lock(Locked& page, std::uint64_t number);

  // Those of 96 MB of memory, which take 1.3 GB.
  static constexpr std::size_t kMostPages = 24'576;

 private:
  struct Part {
    std::mutex mutex;
    std::unordered_map<std::uint64_t, std::unique_ptr<ShadowPage>> pages;
  };
  std::array<Part, 64> parts_;
  std::atomic<std::size_t> pages_ = 0;
};

}  // namespace eugene::checks
