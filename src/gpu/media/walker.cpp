#include "gpu/media/walker.h"

#include <algorithm>
#include <utility>

#include "base/bits.h"

namespace eugene::gpu {
namespace {

constexpr Vector2 operator+(Vector2 a, Vector2 b) { return {a.x + b.x, a.y + b.y}; }

constexpr bool is_zero(Vector2 v) { return v.x == 0 && v.y == 0; }

// Decodes a dword with X in the low half and Y in the high half, `width` bits each.
Vector2 unsigned_pair(std::uint32_t dword, unsigned width) {
  return {static_cast<int>(bits(dword, width - 1, 0)), static_cast<int>(bits(dword, 15 + width, 16))};
}

Vector2 signed_pair(std::uint32_t dword, unsigned width) {
  return {static_cast<int>(sign_extend(dword, width)), static_cast<int>(sign_extend(dword >> 16, width))};
}

// One run over a walker's loops. Each method is one loop, and returns false if the visitor wants no more threads.
class Walk {
 public:
  Walk(const WalkerLoops& loops, const std::function<bool(const MediaPlace&)>& visit) : loops_(loops), visit_(visit) {}

  void global_outer() {
    Vector2 at = entered_picture(loops_.global_start);
    for (unsigned round = 0; round <= loops_.global_rounds && touches_picture(at); ++round) {
      if (!global_inner(at)) return;
      at = entered_picture(at + loops_.global_outer_stride);
    }
  }

 private:
  // Whether a block at `at` overlaps the picture.
  bool touches_picture(Vector2 at) const {
    const Vector2 size = loops_.global_resolution;
    const Vector2 block = loops_.block_resolution;
    return at.x < size.x && at.y < size.y && at.x + block.x > 0 && at.y + block.y > 0;
  }

  // Moves a block that starts outside the picture along the inner loop until it is inside, if the loop leads inside.
  Vector2 entered_picture(Vector2 at) const {
    const Vector2 size = loops_.global_resolution;
    const Vector2 block = loops_.block_resolution;
    const Vector2 unit = loops_.global_inner_unit;
    while ((at.x >= size.x && unit.x < 0) || (at.x + block.x < 0 && unit.x > 0) || (at.y >= size.y && unit.y < 0) ||
           (at.y + block.y < 0 && unit.y > 0))
      at = at + unit;
    return at;
  }

  // Begins a run of `loop`. If that loop makes groups and the last group has threads, a new group begins.
  void begin_run(GroupLoop loop) {
    if (loop == loops_.groups && std::exchange(group_has_threads_, false)) ++group_;
  }

  bool global_inner(Vector2 at) {
    begin_run(GroupLoop::global_inner);
    for (; touches_picture(at); at = at + loops_.global_inner_unit) {
      // Clips the block to the picture.
      const auto clipped = [](int start, int block, int size) {
        return start < 0 ? block + start : std::min(block, size - start);
      };
      block_ = {clipped(at.x, loops_.block_resolution.x, loops_.global_resolution.x),
                clipped(at.y, loops_.block_resolution.y, loops_.global_resolution.y)};
      origin_ = {std::max(at.x, 0), std::max(at.y, 0)};
      if (!local_outer()) return false;
      if (is_zero(loops_.global_inner_unit)) break;
    }
    return true;
  }

  bool is_in_block(Vector2 at) const { return at.x >= 0 && at.y >= 0 && at.x < block_.x && at.y < block_.y; }

  Vector2 entered_block(Vector2 at) const {
    const Vector2 unit = loops_.local_inner_unit;
    while ((at.x >= block_.x && unit.x < 0) || (at.x < 0 && unit.x > 0) || (at.y >= block_.y && unit.y < 0) ||
           (at.y < 0 && unit.y > 0))
      at = at + unit;
    return at;
  }

  bool local_outer() {
    begin_run(GroupLoop::local_outer);
    Vector2 at = entered_block(loops_.local_start);
    for (unsigned round = 0; round <= loops_.local_rounds && is_in_block(at); ++round) {
      if (!local_middle(at)) return false;
      at = entered_block(at + loops_.local_outer_stride);
    }
    return true;
  }

  bool local_middle(Vector2 at) {
    begin_run(GroupLoop::local_middle);
    for (unsigned step = 0; step <= loops_.middle_steps && is_in_block(at); ++step, at = at + loops_.middle_unit) {
      if (!local_inner(at)) return false;
    }
    return true;
  }

  bool local_inner(Vector2 at) {
    begin_run(GroupLoop::local_inner);
    for (; is_in_block(at); at = at + loops_.local_inner_unit) {
      begin_run(GroupLoop::color);
      for (unsigned color = 0; color < loops_.colors; ++color) {
        group_has_threads_ = true;
        const MediaPlace place{
            .x = origin_.x + at.x, .y = origin_.y + at.y, .color = color, .number = number_++, .group = group_};
        if (!visit_(place)) return false;
      }
      if (is_zero(loops_.local_inner_unit)) break;
    }
    return true;
  }

  const WalkerLoops& loops_;
  const std::function<bool(const MediaPlace&)>& visit_;
  Vector2 block_;   // size of the current block inside the picture
  Vector2 origin_;  // place of the current block
  std::uint32_t number_ = 0;
  std::uint32_t group_ = 0;
  bool group_has_threads_ = false;
};

}  // namespace

WalkerLoops decode_walker_loops(const WalkerWidths& widths, std::span<const std::uint32_t> dw) {
  const unsigned place = widths.place;
  const unsigned vector = widths.place + 1;
  return {.global_resolution = unsigned_pair(dw[13], place),
          .global_start = signed_pair(dw[14], vector),
          .global_outer_stride = signed_pair(dw[15], vector),
          .global_inner_unit = signed_pair(dw[16], vector),
          .block_resolution = unsigned_pair(dw[8], place),
          .local_start = unsigned_pair(dw[9], place),
          .local_outer_stride = signed_pair(dw[11], vector),
          .middle_unit = {static_cast<int>(sign_extend(dw[6] >> 8, 2)), static_cast<int>(sign_extend(dw[6] >> 12, 2))},
          .local_inner_unit = signed_pair(dw[12], vector),
          .global_rounds = bits(dw[7], 15 + widths.rounds, 16),
          .local_rounds = bits(dw[7], widths.rounds - 1, 0),
          .middle_steps = bits(dw[6], 20, 16),
          .colors = bits(dw[6], 27, 24) + 1};
}

void walk(const WalkerLoops& loops, const std::function<bool(const MediaPlace&)>& visit) {
  Walk(loops, visit).global_outer();
}

}  // namespace eugene::gpu
