// An undo log of the GPU memory that a dispatch overwrites, in parts by time. Each part has the lines of memory that it
// has changed, with their contents before the part. A part begins at the beginning of a group, or in the middle of a
// group, with a snapshot of the group's threads and local memory. The dispatch can be re-executed from the beginning of
// any part.
//
// A step back should take the same time however many instructions came before, and there should be few parts. So recent
// parts within groups are short, and older parts are longer: an old part is merged with the part before it. The number
// of parts then grows with the logarithm of the number of instructions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "debug/track.h"
#include "eu/observer.h"
#include "memory/view.h"

namespace eugene::debug {

class Journal {
 public:
  static constexpr std::uint64_t kLineBytes = 64;
  static constexpr std::size_t kMaxLines = std::size_t{1} << 22;       // of all parts together: about 400 MB
  static constexpr std::size_t kMaxStateBytes = std::size_t{1} << 28;  // of all parts together
  // Two parts are merged if their instructions are at most 1/kFineness of the instructions since their end.
  static constexpr std::uint64_t kFineness = 4;

  struct Limits {
    std::size_t lines = kMaxLines;
    std::size_t state_bytes = kMaxStateBytes;
  };

  // The beginning of a part. `state` is null at the beginning of a group.
  struct Beginning {
    Track::State track;
    std::shared_ptr<const eu::GroupState> state;
  };

  explicit Journal(memory::PageSource& space) : Journal(space, Limits()) {}
  Journal(memory::PageSource& space, const Limits& limits) : view_(space), limits_(limits) {}

  // Begins a new part, unless a part already begins at this moment and the dispatch has come to it again.
  void begins(Beginning beginning);
  // Saves the lines at `address`. Called before the current part writes there.
  void keep(std::uint64_t address, std::uint64_t bytes);
  // Returns the last beginning of a part before `moment`.
  std::optional<Moment> before(const Moment& moment) const;
  // Returns the snapshot at the beginning of a part.
  std::shared_ptr<const eu::GroupState> state_at(const Moment& beginning) const;
  // Restores memory to its contents at the beginning of a part, and makes this part the current one. `beginning` must
  // come from before().
  const Beginning& restore(const Moment& beginning);
  // Number of instructions that the dispatch began before the current part.
  std::uint64_t clock() const { return parts_.empty() ? 0 : parts_.back().clock(); }
  std::size_t parts() const { return parts_.size(); }

 private:
  using Line = std::array<std::byte, kLineBytes>;
  struct Part {
    Beginning beginning;
    std::unordered_map<std::uint64_t, Line> lines;

    const Moment& begin() const { return beginning.track.now; }
    std::uint64_t clock() const { return beginning.track.clock; }
  };
  template <class Joins>
  void join(Joins joins);
  void put_back(Part& part);
  void thin_out();

  memory::View view_;
  Limits limits_;
  std::size_t lines_ = 0, state_bytes_ = 0;
  std::vector<Part> parts_;  // in order of time
};

}  // namespace eugene::debug
