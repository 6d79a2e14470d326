// The hardware scoreboard of media threads: decides which threads must have ended before a thread starts.
//
// MEDIA_VFE_STATE has up to eight distances (dx, dy). A thread at (x, y) depends on the threads of its colour at (x +
// dx, y + dy) that were dispatched before it and have not ended. Eugene sorts the threads of a command into waves.
// Threads of one wave do not depend on each other and run in parallel; a wave starts when the previous wave has ended.
// With a stalling scoreboard, a waiting thread blocks all later threads, so waves follow the order of dispatch. With a
// non-stalling scoreboard, later threads overtake it. The threads of a group start together, once all of them may
// start.
//
// BXT PRM vol6 "Media State and Primitive Commands"; fields: SKL PRM vol2a MEDIA_VFE_STATE.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/pipeline/media_objects.h"
#include "gpu/pipeline/state.h"

namespace eugene::gpu {

// Decodes dwords 6 to 8 of MEDIA_VFE_STATE.
Scoreboard decode_scoreboard(std::span<const std::uint32_t, 3> dwords);

// Computes the wave of each thread. Threads must be passed in the order of dispatch.
class WaveCounter {
 public:
  // `mask` selects the dependencies that the command uses.
  WaveCounter(const Scoreboard& scoreboard, std::uint8_t mask);

  // Returns the wave of the next thread or group of threads. Dependencies within the group are ignored.
  unsigned next(std::span<const MediaPlace> group);
  // Whether a thread of `group` depends on another thread of `group`.
  bool depends_on_itself(std::span<const MediaPlace> group) const;

 private:
  // Returns one more than the wave of the last thread at (x, y); 0 if there was none.
  unsigned after(int x, int y, unsigned color) const;
  void record(const MediaPlace& place, unsigned wave);

  std::vector<Vector2> distances_;  // distances in use
  bool stalls_;
  std::vector<std::vector<std::vector<unsigned>>> after_;  // indexed by colour, y and x; grows with the threads
  unsigned latest_ = 0;
};

}  // namespace eugene::gpu
