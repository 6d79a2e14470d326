#include "functions/render_target.h"

#include <fmt/format.h>

#include "memory/format.h"
#include "memory/tiling.h"

namespace eugene::functions {
namespace {

using memory::Pixel;
using memory::PixelFormat;
using memory::SurfaceState;
using memory::SurfaceType;

constexpr std::string_view kTargetReference = "SNB PRM vol4 part1, render target write";
constexpr std::string_view kStreamReference = "SNB PRM vol4 part1, streamed vertex buffer write";
constexpr unsigned kPixelsOfSubspan = 4;

// Message subtypes: how many pixels, and where their colours are.
enum Subtype : std::uint8_t { kSimd16 = 0, kReplicated = 1, kSimd8 = 4 };

const PixelFormat* format_of(const Call& call, const SurfaceState& surface) {
  const PixelFormat* format = memory::find_format(surface.format);
  if (format == nullptr || format->unpack == nullptr) {
    call.fail(fmt::format("message to a surface of format {:#x}, which is not yet supported", surface.format));
    return nullptr;
  }
  return format;
}

bool write_pixel(const Call& call, const PixelFormat& format, std::uint64_t address, const Pixel& pixel, int lane) {
  constexpr unsigned kMaxPixelBytes = 16;
  std::array<std::byte, kMaxPixelBytes> bytes{};
  memory::pack_pixel(format, pixel, bytes.data());
  return call.view().write(address, std::span(bytes).first(format.bytes)) ||
         call.fail_at(call.view().bad_address(), Access::write, lane);
}

// Where the pixels of a message are, and which of them are lit.
struct Pixels {
  std::array<std::uint32_t, 4> subspan;  // Y << 16 | X of the upper left pixel
  std::uint32_t mask = 0;

  std::uint32_t x(unsigned pixel) const { return bits(subspan[pixel / kPixelsOfSubspan], 15, 0) + pixel % 2; }
  std::uint32_t y(unsigned pixel) const { return bits(subspan[pixel / kPixelsOfSubspan], 31, 16) + pixel / 2 % 2; }
};

// The second header register; the first body register, as Call counts.
bool read_pixels(Call& call, Pixels& pixels) {
  const std::byte* m1 = call.body(0, 1);
  if (m1 == nullptr) return false;
  std::memcpy(pixels.subspan.data(), m1 + 2 * 4, sizeof(pixels.subspan));
  std::memcpy(&pixels.mask, m1 + 7 * 4, sizeof(pixels.mask));
  pixels.mask &= 0xFFFF;
  return true;
}

bool write_pixels(Call& call, const SurfaceState& surface, const isa::RenderTarget& message, const Pixels& pixels) {
  const bool replicated = message.subtype == kReplicated;
  const unsigned count = message.subtype == kSimd8 ? 8 : 16;
  const PixelFormat* format = format_of(call, surface);
  const unsigned step = replicated ? 4U : count * 4;  // bytes from a pixel's red to its green
  constexpr unsigned kChannels = 4;
  const unsigned registers = replicated ? 1 : step * kChannels / eu::kGrfBytes;
  const std::byte* colours = format == nullptr ? nullptr : call.body(1, registers);
  if (colours == nullptr) return false;
  // The high slots of eight channels are the pixels 8 to 15.
  const unsigned first = count == 8 && message.high_slots ? 8 : 0;
  for (unsigned lane = 0; lane < count; ++lane) {
    const unsigned number = first + lane;
    if (!bit(call.channels(count), lane) || !bit(pixels.mask, number)) continue;
    const std::uint32_t x = pixels.x(number);
    const std::uint32_t y = pixels.y(number);
    if (x >= surface.width || y >= surface.height) {
      if (!call.drop(message.bti, Access::write, static_cast<int>(lane))) return false;
      continue;
    }
    Pixel pixel;
    for (unsigned c = 0; c < kChannels; ++c) {
      std::memcpy(&pixel[c], colours + c * step + (replicated ? 0 : lane * 4), sizeof(pixel[c]));
    }
    const std::uint64_t at =
        memory::surface_offset(surface.tile, surface.pitch, std::uint64_t{x + surface.x_offset} * format->bytes,
                               std::uint64_t{y} + surface.y_offset);
    if (!write_pixel(call, *format, surface.base + at, pixel, static_cast<int>(lane))) return false;
  }
  return true;
}

}  // namespace

bool execute(Call& call, Surfaces& surfaces, const isa::RenderTarget& message) {
  const bool plain = message.subtype == kSimd16 || message.subtype == kReplicated || message.subtype == kSimd8;
  if (message.access != isa::Access::write || !plain || message.half_data || message.per_sample) {
    return call.unsupported(message);
  }
  if (!call.has_header()) {
    (void)call.unsupported(message);
    call.explain("without a header the windower, which is not there, places the pixels");
    return false;
  }
  const SurfaceState* surface = surfaces.surface(call, message.bti);
  if (surface == nullptr) return false;
  if (surface->type == SurfaceType::null) return true;
  if (surface->type != SurfaceType::two_d || surface->is_array || surface->tiled_resource_mode != 0) {
    return call.fail("render target write to a surface that is not 2D in linear, X, Y or W layout",
                     std::string(kTargetReference));
  }
  constexpr unsigned kSource0Alpha = 11;
  if (bit(call.header(0), kSource0Alpha)) return call.unsupported(message);
  Pixels pixels;
  return read_pixels(call, pixels) && write_pixels(call, *surface, message, pixels);
}

bool execute(Call& call, Surfaces& surfaces, const isa::StreamedVertexBuffer& message) {
  if (!call.has_header()) {
    return call.fail("streamed vertex buffer write without a header", std::string(kStreamReference));
  }
  const SurfaceState* surface = surfaces.surface(call, message.bti);
  if (surface == nullptr) return false;
  if (surface->type == SurfaceType::null) return true;
  if (!surface->is_buffer()) {
    return call.fail("streamed vertex buffer write to a surface that is not a buffer", std::string(kStreamReference));
  }
  const PixelFormat* format = format_of(call, *surface);
  if (format == nullptr) return false;
  const std::uint64_t element = call.header(5);
  if (element >= surface->elements) return call.drop(message.bti, Access::write);  // beyond the buffer
  const Pixel pixel{call.header(0), call.header(1), call.header(2), call.header(3)};
  return write_pixel(call, *format, surface->base + element * surface->pitch, pixel, -1);
}

}  // namespace eugene::functions
