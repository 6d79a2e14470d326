// Walkers against an independent model of the documented loops, and the words that Intel's C-for-Media runtime writes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "gpu/media/walker.h"

namespace eugene::gpu {
namespace {

std::vector<MediaPlace> places(const WalkerLoops& loops, std::size_t max = 1U << 20) {
  std::vector<MediaPlace> all;
  walk(loops, [&](const MediaPlace& place) {
    all.push_back(place);
    return all.size() < max;
  });
  return all;
}

// The same loops as a machine of states, one coordinate at a time, as the document draws them.
class Model {
 public:
  Model(const WalkerLoops& w, std::size_t max) : w_(w), max_(max) {}
  std::vector<MediaPlace> run() {
    enum class State { global_outer, global_inner, local_outer, middle, inner, done } state = State::global_outer;
    int gx = w_.global_start.x, gy = w_.global_start.y;
    pull_block(gx, gy);
    unsigned global_round = 0, local_round = 0, step = 0;
    // How often each loop has begun a run, innermost first: threads of one run of the chosen loop are a group.
    std::array<unsigned, kGroupLoops> runs{};
    const auto begins = [&](GroupLoop loop) { ++runs[static_cast<std::size_t>(loop)]; };
    std::vector<unsigned> group_runs;
    int ix = 0, iy = 0, ox = 0, oy = 0, mx = 0, my = 0, lx = 0, ly = 0;
    while (state != State::done && out_.size() < max_) {
      switch (state) {
        case State::global_outer:
          if (global_round > w_.global_rounds || !block_visible(gx, gy)) {
            state = State::done;
            break;
          }
          ix = gx, iy = gy;
          begins(GroupLoop::global_inner);
          state = State::global_inner;
          break;
        case State::global_inner:
          if (!block_visible(ix, iy)) {
            ++global_round;
            gx += w_.global_outer_stride.x, gy += w_.global_outer_stride.y;
            pull_block(gx, gy);
            state = State::global_outer;
            break;
          }
          set_block(ix, iy);
          ox = w_.local_start.x, oy = w_.local_start.y;
          pull_point(ox, oy);
          local_round = 0;
          begins(GroupLoop::local_outer);
          state = State::local_outer;
          break;
        case State::local_outer:
          if (local_round > w_.local_rounds || !inside(ox, oy)) {
            if (w_.global_inner_unit == Vector2{}) ix = 1 << 20;  // one step
            ix += w_.global_inner_unit.x, iy += w_.global_inner_unit.y;
            state = State::global_inner;
            break;
          }
          mx = ox, my = oy, step = 0;
          begins(GroupLoop::local_middle);
          state = State::middle;
          break;
        case State::middle:
          if (step > w_.middle_steps || !inside(mx, my)) {
            ++local_round;
            ox += w_.local_outer_stride.x, oy += w_.local_outer_stride.y;
            pull_point(ox, oy);
            state = State::local_outer;
            break;
          }
          lx = mx, ly = my;
          begins(GroupLoop::local_inner);
          state = State::inner;
          break;
        case State::inner:
          if (!inside(lx, ly)) {
            ++step;
            mx += w_.middle_unit.x, my += w_.middle_unit.y;
            state = State::middle;
            break;
          }
          begins(GroupLoop::color);
          if (const unsigned run = runs[static_cast<std::size_t>(w_.groups)];
              group_runs.empty() || group_runs.back() != run)
            group_runs.push_back(run);
          for (unsigned c = 0; c < w_.colors && out_.size() < max_; ++c) {
            out_.push_back({left_ + lx, top_ + ly, c, static_cast<std::uint32_t>(out_.size()),
                            static_cast<std::uint32_t>(group_runs.size() - 1)});
          }
          if (w_.local_inner_unit == Vector2{}) lx = 1 << 20;
          lx += w_.local_inner_unit.x, ly += w_.local_inner_unit.y;
          break;
        case State::done: break;
      }
    }
    return out_;
  }

 private:
  bool block_visible(int x, int y) const {
    const bool across = x < w_.global_resolution.x && x > -w_.block_resolution.x;
    const bool down = y < w_.global_resolution.y && y > -w_.block_resolution.y;
    return across && down;
  }
  void pull_block(int& x, int& y) const {
    for (;;) {
      const int ux = w_.global_inner_unit.x, uy = w_.global_inner_unit.y;
      bool move = ux < 0 && x >= w_.global_resolution.x;
      move |= ux > 0 && x < -w_.block_resolution.x;
      move |= uy < 0 && y >= w_.global_resolution.y;
      move |= uy > 0 && y < -w_.block_resolution.y;
      if (!move) return;
      x += ux, y += uy;
    }
  }
  void pull_point(int& x, int& y) const {
    for (;;) {
      const int ux = w_.local_inner_unit.x, uy = w_.local_inner_unit.y;
      bool move = (ux < 0 && x >= width_) || (ux > 0 && x < 0);
      move |= (uy < 0 && y >= height_) || (uy > 0 && y < 0);
      if (!move) return;
      x += ux, y += uy;
    }
  }
  void set_block(int x, int y) {
    const int right = std::min(x + w_.block_resolution.x, w_.global_resolution.x);
    const int bottom = std::min(y + w_.block_resolution.y, w_.global_resolution.y);
    left_ = std::max(x, 0), top_ = std::max(y, 0);
    // A block that begins before the picture keeps its far end, even where the picture ends before that.
    width_ = x < 0 ? x + w_.block_resolution.x : right - x;
    height_ = y < 0 ? y + w_.block_resolution.y : bottom - y;
  }
  bool inside(int x, int y) const { return x >= 0 && x < width_ && y >= 0 && y < height_; }

  const WalkerLoops& w_;
  std::size_t max_;
  std::vector<MediaPlace> out_;
  int left_ = 0, top_ = 0, width_ = 0, height_ = 0;
};

TEST(MediaWalker, VisitsWhatTheDocumentedLoopsVisit) {
  std::mt19937 random(1);
  const auto any = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  const auto vector = [&](int low, int high) { return Vector2{any(low, high), any(low, high)}; };
  std::size_t threads = 0;
  for (int i = 0; i < 10'000; ++i) {
    // Half of the walkers start inside and make many threads; the others are random.
    const bool inside = i % 2 == 0;
    const WalkerLoops loops{.global_resolution = inside ? vector(4, 24) : vector(0, 24),
                            .global_start = inside ? vector(-2, 3) : vector(-8, 28),
                            .global_outer_stride = inside ? vector(-2, 9) : vector(-9, 9),
                            .global_inner_unit = inside ? vector(-1, 9) : vector(-9, 9),
                            .block_resolution = inside ? vector(3, 12) : vector(0, 12),
                            .local_start = inside ? vector(0, 2) : vector(0, 12),
                            .local_outer_stride = inside ? vector(-1, 3) : vector(-4, 4),
                            .middle_unit = vector(-2, 1),
                            .local_inner_unit = inside ? vector(-1, 2) : vector(-3, 3),
                            .global_rounds = static_cast<unsigned>(any(0, 6)),
                            .local_rounds = static_cast<unsigned>(any(0, 9)),
                            .middle_steps = static_cast<unsigned>(any(0, 3)),
                            .colors = static_cast<unsigned>(any(1, 3)),
                            .groups = static_cast<GroupLoop>(any(0, kGroupLoops - 1))};
    constexpr std::size_t kMax = 5000;
    const std::vector<MediaPlace> found = places(loops, kMax);
    ASSERT_EQ(found, Model(loops, kMax).run()) << "walker " << i;
    threads += found.size();
  }
  EXPECT_GT(threads, 500'000U);
}

// The runtime's command for 4 x 4 threads: dwords 1 to 16 of MEDIA_OBJECT_WALKER.
constexpr WalkerWidths kGen9Widths{.place = 11, .rounds = 12};

using Words = std::array<std::uint32_t, 17>;
constexpr Words kRaster{0, 0, 0x200000, 0, 0, 0, 0, 0x10003, 0x40004, 0, 0, 0x10000, 1, 0x40004, 0, 4, 0x40000};
constexpr Words kWavefront{0, 0, 0x200000, 0, 0, 7, 0, 0x10006, 0x40004, 0, 0, 1, 0x10FFF, 0x40004, 0, 4, 0x40000};
constexpr Words kWavefront26{0, 0, 0x200000, 0, 0, 0xF, 0, 0x10009, 0x40004, 0, 0, 1, 0x10FFE, 0x40004, 0, 4, 0x40000};
constexpr Words kVertical{0, 0, 0x200000, 0, 0, 1, 0, 0x10003, 0x40004, 0, 0, 1, 0x10000, 0x40004, 0, 4, 0x40000};
constexpr Words kWavefront26X{0, 0, 0x200000, 0,       0,       0x7F, 0x11000, 0x7FF,  0x40004,
                              0, 0, 1,        0x20FFE, 0x40004, 0,    4,       0x40000};
constexpr Words kZigzag26{0, 0, 0x200000, 0, 0, 0x1F, 0, 0x30001, 0x20002, 0, 0, 0x10000, 1, 0x40004, 0, 2, 0x20FFC};

TEST(MediaWalker, CoversTheThreadSpaceOnceForEveryPatternOfTheRuntime) {
  for (const Words& words : {kRaster, kWavefront, kWavefront26, kVertical, kWavefront26X, kZigzag26}) {
    std::array<int, 16> visits{};
    for (const MediaPlace& place : places(decode_walker_loops(kGen9Widths, words))) {
      ASSERT_LT(place.x, 4);
      ASSERT_LT(place.y, 4);
      ++visits[static_cast<std::size_t>(place.y * 4 + place.x)];
    }
    for (const int count : visits) EXPECT_EQ(count, 1);
  }
}

TEST(MediaWalker, RasterScanAndWavefrontGoAsTheirNamesSay) {
  const std::vector<MediaPlace> raster = places(decode_walker_loops(kGen9Widths, kRaster));
  for (std::size_t i = 0; i < raster.size(); ++i)
    EXPECT_EQ(raster[i],
              (MediaPlace{static_cast<int>(i % 4), static_cast<int>(i / 4), 0, static_cast<std::uint32_t>(i)}));
  int diagonal = 0;
  for (const MediaPlace& place : places(decode_walker_loops(kGen9Widths, kWavefront))) {
    EXPECT_GE(place.x + place.y, diagonal);
    diagonal = place.x + place.y;
  }
}

// Coordinates of 9 bits, vectors of 10, counts of 10.
TEST(MediaWalker, Gen6HasNarrowerFields) {
  Words words{};
  words[7] = 0xFC05'FC06;  // bits beyond the counts are ignored
  words[8] = 0x0003'0004;
  words[12] = 0x0001'03FF;
  words[15] = 0x0200'01FF;
  const WalkerLoops loops = decode_walker_loops({.place = 9, .rounds = 10}, words);
  EXPECT_EQ(loops.global_rounds, 5U);
  EXPECT_EQ(loops.local_rounds, 6U);
  EXPECT_EQ(loops.block_resolution, (Vector2{4, 3}));
  EXPECT_EQ(loops.local_inner_unit, (Vector2{-1, 1}));
  EXPECT_EQ(loops.global_outer_stride, (Vector2{511, -512}));
}

}  // namespace
}  // namespace eugene::gpu
