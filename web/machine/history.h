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
  std::uint64_t step = 0;  // instructions that had been executed, of all threads together
  eu::Return at;
  std::size_t current = 0;  // thread of the group whose turn it was
  std::vector<bool> ended;  // by thread of the group: those that have ended by a message
  std::vector<KeptMemory> memory;

  std::size_t bytes() const;
};

class History {
 public:
  struct Limits {
    std::size_t states = 64;
    std::size_t bytes = std::size_t{64} << 20;
    std::uint64_t distance = std::uint64_t{1} << 13;  // instructions between two, at first
  };

  History() = default;
  explicit History(const Limits& limits) : limits_(limits), distance_(limits.distance) {}

  // A run of `text` begins: what is known of another is forgotten.
  void begin(std::string_view text);
  // The last state at `step` or before; null: there is none but the beginning.
  const Checkpoint* before(std::uint64_t step) const;
  // Whether the state at `step` is to be added. It comes after all that there are.
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
