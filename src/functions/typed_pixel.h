// Single pixels of typed surfaces: where they lie, and their components in the surface's format. SKL PRM vol7, typed
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
using PixelCoordinates = std::array<std::uint32_t, kCoordinates>;  // U, V, R, LOD; 0 where a message has none

// The image that typed messages to a surface reach; null after a fault.
const memory::ImageLayout* typed_image(MessageCall& call, Surfaces& surfaces, const SurfaceName& name);

// The GPU address of a pixel, or nothing outside the surface. The LOD counts from the surface's minimum. A view of a
// volume may begin and end at slices of its own.
std::optional<std::uint64_t> pixel_address(const memory::ImageLayout& image, const PixelCoordinates& at);

// Each for channel `lane` (-1: for all); false after a fault.
bool read_pixel(MessageCall& call, const memory::PixelFormat& format, std::uint64_t address, int lane,
                memory::Pixel& pixel);
bool write_pixel(const MessageCall& call, const memory::PixelFormat& format, std::uint64_t address,
                 const memory::Pixel& pixel, int lane);
// Writes the components of the set bits of `chosen`; the others keep what memory has.
bool write_components(const MessageCall& call, const memory::PixelFormat& format, std::uint64_t address,
                      const memory::Pixel& components, std::uint32_t chosen, int lane);

}  // namespace eugene::functions
