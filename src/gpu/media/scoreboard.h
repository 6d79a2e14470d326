// The hardware scoreboard of media threads: which threads must have ended before one starts.
//
// MEDIA_VFE_STATE has up to eight distances (dx, dy). A thread at (x, y) depends on the threads of its colour at (x +
// dx, y + dy) that were dispatched before it and have not ended. Eugene sorts the threads of a command into waves:
// those of one wave do not depend on each other and run in parallel, and a wave starts when the one before has ended.
// With a stalling scoreboard, a thread that waits holds up all that follow it, so waves follow the order of dispatch;
// with a non-stalling one later threads overtake it. The threads of a group start together, when all may.
//
// BXT PRM vol6 "Media State and Primitive Commands"; fields: SKL PRM vol2a MEDIA_VFE_STATE.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "gpu/media/walker.h"

namespace eugene::gpu {

struct Scoreboard {
  static constexpr unsigned kDependencies = 8;

  bool enabled = false;
  bool stalls = true;
  std::uint8_t mask = 0;  // dependencies in use
  std::array<Vector2, kDependencies> distance{};
  bool operator==(const Scoreboard&) const = default;
};

// From dwords 6 to 8 of MEDIA_VFE_STATE.
Scoreboard decode_scoreboard(std::span<const std::uint32_t, 3> dwords);

// The wave of each thread, given in the order of dispatch.
class WaveCounter {
 public:
  // `mask`: the command's own choice of dependencies.
  WaveCounter(const Scoreboard& scoreboard, std::uint8_t mask);

  // Of the next group of threads, or of a single one. Dependencies inside it do not count.
  unsigned next(std::span<const MediaPlace> group);
  // Whether a thread of `group` depends on another of them.
  bool depends_on_itself(std::span<const MediaPlace> group) const;

 private:
  // One more than the wave of the last thread there; 0: none.
  unsigned after(int x, int y, unsigned color) const;
  void record(const MediaPlace& place, unsigned wave);

  std::vector<Vector2> distances_;  // in use
  bool stalls_;
  std::vector<std::vector<std::vector<unsigned>>> after_;  // by colour, y and x; grows with the threads
  unsigned latest_ = 0;
};

}  // namespace eugene::gpu
