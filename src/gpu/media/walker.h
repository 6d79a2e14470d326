// The order in which MEDIA_OBJECT_WALKER visits the places of a picture. Each place gets a thread.
//
// A walker covers a picture (the global resolution) with blocks, and each block with threads. Two global loops move the
// block over the picture, three local loops move inside the block, and at each place the colour loop makes one thread
// per colour. Each loop has its own vector and the bounds of its rectangle, so one set of registers describes a raster
// scan, a diagonal wavefront or a zigzag. The middle loop takes a fixed number of steps. The outer loops stop at their
// bounds or after a number of rounds, whichever comes first.
//
// A loop can be selected to make thread groups: the threads of one run of that loop share a barrier and local memory.
//
// BXT PRM vol6 "MEDIA_OBJECT_WALKER"; the loops themselves: SKL PRM vol7 "Walker Parameter Description".
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "gpu/commands/command_layout.h"
#include "gpu/pipeline/media_objects.h"

namespace eugene::gpu {

// The loop whose runs each make a thread group: Group ID Loop Select.
enum class GroupLoop : std::uint8_t { none, color, local_inner, local_middle, local_outer, global_inner };
inline constexpr unsigned kGroupLoops = 6;

// The fields of MEDIA_OBJECT_WALKER that decide the places of threads, in units of threads.
struct WalkerLoops {
  Vector2 global_resolution;
  Vector2 global_start;
  Vector2 global_outer_stride;
  Vector2 global_inner_unit;
  Vector2 block_resolution;
  Vector2 local_start;
  Vector2 local_outer_stride;
  Vector2 middle_unit;
  Vector2 local_inner_unit;
  unsigned global_rounds = 0;  // rounds of the global outer loop, minus one
  unsigned local_rounds = 0;   // rounds of the local outer loop, minus one
  unsigned middle_steps = 0;   // steps of the middle loop, minus one
  unsigned colors = 1;
  GroupLoop groups = GroupLoop::none;
  bool operator==(const WalkerLoops&) const = default;
};

// Decodes the loops of a MEDIA_OBJECT_WALKER, which has at least 17 dwords.
WalkerLoops decode_walker_loops(const WalkerWidths& widths, std::span<const std::uint32_t> dwords);

// Calls `visit` for each thread, in the order of the walk, until it returns false. An inner loop whose unit is (0, 0)
// takes one step (docs/record/undefined.md).
void walk(const WalkerLoops& loops, const std::function<bool(const MediaPlace&)>& visit);

}  // namespace eugene::gpu
