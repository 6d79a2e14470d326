// Typed writes of eight pixels together: converted by vectors and stored under one trap of host faults.
#pragma once

#include <array>
#include <cstdint>

#include "functions/message_call.h"
#include "functions/typed_pixel.h"
#include "memory/image_layout.h"
#include "memory/pack_lanes.h"

namespace eugene::functions {

// Coordinate i of slot n is [i][n].
using CoordinateLanes = std::array<std::array<std::uint32_t, memory::kPackedPixels>, kCoordinates>;

// Writes components of the pixels of the slots in `enabled`. Returns false if this is not the common case: nothing or
// a part has been written, and the message must be executed pixel by pixel.
bool write_pixel_lanes(const MessageCall& call, const memory::ImageLayout& image, const CoordinateLanes& coordinates,
                       std::uint32_t enabled, const memory::ComponentLanes& components);

}  // namespace eugene::functions
