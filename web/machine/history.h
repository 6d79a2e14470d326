// States of a run, kept so that a step back runs again from the last of them and not from the beginning. A run is the
// same every time, so those of one serve all runs of the same text.
//
// One is kept every so many instructions. When there are too many, every second one is given up and the distance
// doubles: so however long a run has been, a step back executes a small part of it. The debugger keeps what memory held
// instead (debug/journal.h); here all of it is small enough to be copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "eu/observer.h"

namespace eugene::web {

struct KeptMemory {
  std::uint64_t address = 0;
  std::vector<std::byte> bytes;
};

struct Checkpoint {
  std::uint64_t step = 0;  // instructions executed so far, by all threads together
  eu::Return at;
  std::size_t current = 0;  // thread of the group that had the turn
  std::vector<bool> ended;  // by thread of the group: whether a message has ended it
  std::vector<KeptMemory> memory;

  std::size_t bytes() const;
};

class History {
 public:
  struct Limits {
    std::size_t states = 64;
    std::size_t bytes = std::size_t{64} << 20;
    std::uint64_t distance = std::uint64_t{1} << 13;  // initial number of instructions between two states
  };

  History() = default;
  explicit History(const Limits& limits) : limits_(limits), distance_(limits.distance) {}

  // Call when a run of `text` begins. Forgets the states of other texts.
  void begin(std::string_view text);
  // Returns the last state at or before `step`; null: only the beginning.
  const Checkpoint* before(std::uint64_t step) const;
  // Whether to add the state at `step`, which must be after all added states.
  bool wants(std::uint64_t step) const;
  void add(Checkpoint state);

  std::size_t size() const { return states_.size(); }

 private:
  Limits limits_;
  std::uint64_t distance_ = Limits().distance;
  std::string text_;
  std::vector<Checkpoint> states_;  // by step
  std::size_t bytes_ = 0;
};

}  // namespace eugene::web
