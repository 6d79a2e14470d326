// What a dispatch has overwritten in the GPU's memory, in parts by time, so that it can be put back: of each part the
// lines that it has touched, as they were before it. A part begins where a group does, or in the middle of one, with
// the state that its threads and local memory had there: from the beginning of any part the dispatch can be run again.
//
// A step back should take the same time however many instructions came before, and the parts should stay few. So parts
// within groups are short where they are recent, and the longer the further back: an old one becomes part of the one
// before it. That leaves a number that grows with the logarithm of the instructions.
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
  static constexpr std::size_t kMostLines = std::size_t{1} << 22;       // of all parts: about 400 MB
  static constexpr std::size_t kMostStateBytes = std::size_t{1} << 28;  // likewise
  // A part is at most this share of the instructions behind its end.
  static constexpr std::uint64_t kFineness = 4;

  struct Limits {
    std::size_t lines = kMostLines;
    std::size_t state_bytes = kMostStateBytes;
  };

  // Where a part begins. `state`: null at the beginning of a group.
  struct Beginning {
    Track::State track;
    std::shared_ptr<const eu::GroupState> state;
  };

  explicit Journal(memory::PageSource& space) : Journal(space, Limits()) {}
  Journal(memory::PageSource& space, const Limits& limits) : view_(space), limits_(limits) {}

  // A new part, unless this moment has been one's beginning before, and comes again.
  void begins(Beginning beginning);
  // Before the current part writes there.
  void keep(std::uint64_t address, std::uint64_t bytes);
  // The last beginning that is earlier than `moment`.
  std::optional<Moment> before(const Moment& moment) const;
  // Of the beginning of a part.
  std::shared_ptr<const eu::GroupState> state_at(const Moment& beginning) const;
  // Memory as it was at the beginning of a part, which begins again. `beginning` is one of before().
  const Beginning& restore(const Moment& beginning);
  // Instructions of the dispatch before the current part.
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
  std::vector<Part> parts_;  // by time
};

}  // namespace eugene::debug
