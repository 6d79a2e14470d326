#include "gpu/media/scoreboard.h"

#include <algorithm>

#include "base/bits.h"

namespace eugene::gpu {
namespace {

// Returns element `index` of `list`, after growing the list if needed.
template <class T>
T& grown(std::vector<T>& list, std::size_t index) {
  if (list.size() <= index) list.resize(index + 1);
  return list[index];
}

}  // namespace

Scoreboard decode_scoreboard(std::span<const std::uint32_t, 3> dw) {
  Scoreboard board{.enabled = bit(dw[0], 31), .stalls = !bit(dw[0], 30), .mask = static_cast<std::uint8_t>(dw[0])};
  for (unsigned i = 0; i < Scoreboard::kDependencies; ++i) {
    const std::uint32_t pair = dw[1 + i / 4] >> (i % 4 * 8);
    const auto distance = [&](unsigned low) { return static_cast<int>((bits(pair, low + 3, low) ^ 8U)) - 8; };
    board.distance[i] = {distance(0), distance(4)};
  }
  return board;
}

WaveCounter::WaveCounter(const Scoreboard& scoreboard, std::uint8_t mask) : stalls_(scoreboard.stalls) {
  if (!scoreboard.enabled) return;
  for (unsigned i = 0; i < Scoreboard::kDependencies; ++i) {
    if (((mask & scoreboard.mask) >> i & 1) != 0) distances_.push_back(scoreboard.distance[i]);
  }
}

unsigned WaveCounter::after(int x, int y, unsigned color) const {
  if (x < 0 || y < 0 || color >= after_.size()) return 0;
  const auto& rows = after_[color];
  const auto row = static_cast<std::size_t>(y);
  const auto column = static_cast<std::size_t>(x);
  return row < rows.size() && column < rows[row].size() ? rows[row][column] : 0;
}

void WaveCounter::record(const MediaPlace& place, unsigned wave) {
  auto& row = grown(grown(after_, place.color), static_cast<std::size_t>(place.y));
  unsigned& last = grown(row, static_cast<std::size_t>(place.x));
  last = std::max(last, wave + 1);
}

unsigned WaveCounter::next(std::span<const MediaPlace> group) {
  if (distances_.empty()) return 0;
  unsigned wave = stalls_ ? latest_ : 0;
  for (const MediaPlace& place : group) {
    for (const Vector2 d : distances_) wave = std::max(wave, after(place.x + d.x, place.y + d.y, place.color));
  }
  latest_ = std::max(latest_, wave);
  for (const MediaPlace& place : group) record(place, wave);
  return wave;
}

bool WaveCounter::depends_on_itself(std::span<const MediaPlace> group) const {
  return std::ranges::any_of(group, [&](const MediaPlace& place) {
    return std::ranges::any_of(distances_, [&](Vector2 d) {
      return std::ranges::any_of(group, [&](const MediaPlace& other) {
        return other.number < place.number && other.color == place.color && other.x == place.x + d.x &&
               other.y == place.y + d.y;
      });
    });
  });
}

}  // namespace eugene::gpu
