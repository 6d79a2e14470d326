#include "gpu/media/scoreboard.h"

#include <algorithm>

#include "base/bits.h"

namespace eugene::gpu {

Scoreboard decode_scoreboard(std::span<const std::uint32_t, 3> dw) {
  Scoreboard board{.enabled = bit(dw[0], 31), .stalls = !bit(dw[0], 30), .mask = static_cast<std::uint8_t>(dw[0])};
  for (unsigned i = 0; i < Scoreboard::kDependencies; ++i) {
    const std::uint32_t pair = dw[1 + i / 4] >> (i % 4 * 8);
    const auto distance = [&](unsigned low) { return static_cast<int>((bits(pair, low + 3, low) ^ 8U)) - 8; };
    board.distance[i] = {distance(0), distance(4)};
  }
  return board;
}

unsigned WaveCounter::next(const MediaPlace& place, std::uint8_t mask) {
  if (!scoreboard_.enabled) return 0;
  unsigned wave = scoreboard_.stalls ? latest_ : 0;
  for (unsigned i = 0; i < Scoreboard::kDependencies; ++i) {
    if (((mask & scoreboard_.mask) >> i & 1) == 0) continue;
    const Vector2 d = scoreboard_.distance[i];
    const auto found = last_.find({place.x + d.x, place.y + d.y, place.color});
    if (found != last_.end()) wave = std::max(wave, found->second + 1);
  }
  latest_ = std::max(latest_, wave);
  unsigned& last = last_[{place.x, place.y, place.color}];
  last = std::max(last, wave);
  return wave;
}

}  // namespace eugene::gpu
