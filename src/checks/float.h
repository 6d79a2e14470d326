// Where NaNs and infinities are born: an instruction whose sources are ordinary numbers in a channel and whose result
// there is a NaN or an infinity. Instructions that pass one on are not told of, since the first place is what a reader
// looks for. Nor is a value on which nothing depends: a birth counts when the thread sends such a value, converts it to
// an integer, compares a NaN, or makes a NaN of an infinity (float_births.h). Integer division by zero counts in any
// case: its result is undefined (SNB PRM vol4 part2 8.3.28).
//
// A channel counts only where all sources can be read from general registers or are immediates; of accumulators, and
// of registers that a0 addresses, nothing is told. Nor of the macros for IEEE division and square root (math.invm,
// math.rsqtm, madm), which make such values on their way and replace them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

#include "checks/found.h"
#include "eu/observer.h"
#include "isa/program.h"

namespace eugene::checks {

// By instruction and id: the place of the lowest group, thread and channel, and how often it was seen in all.
class FloatList {
 public:
  // `seen_by` is told of new ones; may be null.
  explicit FloatList(Sink* seen_by = nullptr) : seen_by_(seen_by) {}

  void add(std::string_view id, std::string_view what, const Side& side, std::uint64_t count = 1);
  void add(const FloatList& other);
  void give(Sink& sink);

 private:
  Sink* seen_by_;
  std::map<std::pair<std::uint32_t, std::string_view>, Found> found_;
};

// Watches a dispatch; each worker has an observer of its own.
class FloatCheck {
 public:
  static constexpr eu::Interest kInterest{.instructions = true, .before = true, .messages = true};

  // `program` must outlive it, and so must `seen_by`, which may be null. Who sees findings while threads are at them is
  // told of every birth.
  explicit FloatCheck(const isa::Program& program, Sink* seen_by = nullptr);

  std::unique_ptr<eu::Observer> worker_begins();
  // All workers have ended.
  void dispatch_ends(Sink& sink) { list_.give(sink); }

 private:
  friend class FloatObserver;

  const isa::Program* program_;
  Sink* seen_by_;
  bool has_halves_ = false;  // the program computes with numbers of 16 bits
  std::mutex mutex_;
  FloatList list_;
};

}  // namespace eugene::checks
