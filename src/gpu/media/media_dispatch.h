// The commands that make media threads, as dispatches: BXT PRM vol6 "Media State and Primitive Commands".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/commands/state.h"
#include "gpu/schedule/dispatch.h"
#include "memory/view.h"

namespace eugene::gpu {

// Where the documents describe these commands, for reports.
inline constexpr const char* kMediaSection = "BXT PRM vol6 Media State and Primitive Commands";

// The fields of MEDIA_OBJECT and its relatives.
struct MediaObject {
  unsigned descriptor = 0;                          // index among the interface descriptors
  std::uint32_t indirect_length = 0;                // bytes
  std::uint32_t indirect_start = 0;                 // relative to Indirect Object Base Address
  std::span<const std::uint32_t> inline_data = {};  // ends the command
  bool takes_constants = true;                      // from the CURBE
};

// A dispatch of root threads without places. Their payload is r0, then CURBE constants, inline data and indirect data,
// if any, each aligned to registers. Without groups they have no barrier and no local memory. Fails if there is none of
// the three, if it does not fit, or if memory is not mapped.
Result<Dispatch> make_media_dispatch(const MediaObject& object, const PipelineState& state, memory::View& memory);

// Threads of MEDIA_OBJECT_GRPID with one group identifier: each has inline and indirect data of its own.
struct ObjectGroup {
  struct Thread {
    MediaPlace place;
    std::vector<eu::Grf> data;  // inline and indirect, whole registers
  };
  unsigned descriptor = 0;
  std::vector<Thread> threads;
};

// The data of one thread of a group, in whole registers.
Result<std::vector<eu::Grf>> object_data(const MediaObject& object, const PipelineState& state, memory::View& memory);
// A dispatch of the group alone. Fails as above, and if the interface descriptor has another number of threads.
Result<Dispatch> make_group_dispatch(const ObjectGroup& group, const PipelineState& state);

// Makes each `size` of the threads of `dispatch` a group, with the barrier and the local memory of its interface
// descriptor. Fails if that has another number of threads.
Result<void> set_group_size(Dispatch& dispatch, unsigned size);

}  // namespace eugene::gpu
