// Single pixels of typed surfaces: their addresses, and their components in the surface's format. SKL PRM vol7, typed
// surface read and write.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "functions/message_call.h"
#include "functions/surfaces.h"
#include "memory/format.h"
#include "memory/image_layout.h"

namespace eugene::functions {

inline constexpr unsigned kMaxPixelBytes = 16;
inline constexpr unsigned kCoordinates = 4;
using PixelCoordinates = std::array<std::uint32_t, kCoordinates>;  // U, V, R, LOD; 0 if a message does not have it

// Returns the image of a surface for typed messages; null after a fault.
const memory::ImageLayout* typed_image(MessageCall& call, Surfaces& surfaces, const SurfaceName& name);

// Returns the GPU address of a pixel, or nothing outside the surface. The LOD is relative to the surface's minimum. A
// view of a volume can be limited to some of its slices.
std::optional<std::uint64_t> pixel_address(const memory::ImageLayout& image, const PixelCoordinates& at);

// For channel `lane` (-1: for all channels). Return false after a fault.
bool read_pixel(MessageCall& call, const memory::PixelFormat& format, std::uint64_t address, int lane,
                memory::Pixel& pixel);
bool write_pixel(const MessageCall& call, const memory::PixelFormat& format, std::uint64_t address,
                 const memory::Pixel& pixel, int lane);
// Whether the pixel in memory has channels other than `chosen`, which a message that writes these keeps.
bool keeps_channels(const memory::PixelFormat& format, std::uint32_t chosen);
// Writes the components whose bits are set in `chosen`; the others keep their values in memory.
bool write_components(const MessageCall& call, const memory::PixelFormat& format, std::uint64_t address,
                      const memory::Pixel& components, std::uint32_t chosen, int lane);

}  // namespace eugene::functions
