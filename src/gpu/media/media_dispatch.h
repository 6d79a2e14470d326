// The commands that make media threads, as dispatches: BXT PRM vol6 "Media State and Primitive Commands".
#pragma once

#include <cstdint>
#include <span>

#include "base/diagnostic.h"
#include "gpu/commands/state.h"
#include "gpu/schedule/dispatch.h"
#include "memory/view.h"

namespace eugene::gpu {

// What MEDIA_OBJECT and its relatives say of all their threads.
struct MediaObject {
  unsigned descriptor = 0;                          // index among the interface descriptors
  std::uint32_t indirect_length = 0;                // bytes
  std::uint32_t indirect_start = 0;                 // relative to Indirect Object Base Address
  std::span<const std::uint32_t> inline_data = {};  // ends the command
};

// Root threads at `places`, all of one colour, which do not depend on each other. Their payload is r0, then what there
// is of CURBE constants, inline data and indirect data, each from a whole register on. Fails where there is none of the
// three, where it does not fit, or where memory is not mapped.
Result<Dispatch> make_media_dispatch(const MediaObject& object, std::span<const MediaPlace> places,
                                     const PipelineState& state, memory::View& memory);

}  // namespace eugene::gpu
