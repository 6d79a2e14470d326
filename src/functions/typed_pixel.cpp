#include "functions/typed_pixel.h"

#include <fmt/format.h>

namespace eugene::functions {

using memory::ImageLayout;
using memory::Pixel;
using memory::PixelFormat;
using memory::SurfaceType;

bool keeps_channels(const PixelFormat& format, std::uint32_t chosen) {
  for (unsigned c = 0; c < 4; ++c) {
    if (format.channels[c].bits != 0 && (chosen >> c & 1) == 0) return true;
  }
  return false;
}

const ImageLayout* typed_image(MessageCall& call, Surfaces& surfaces, const SurfaceName& name) {
  const ImageLayout* image = surfaces.image(call, name);
  if (image == nullptr || image->format().unpack != nullptr) return image;
  call.fail(fmt::format("typed message to a surface of format {}, which only samplers support", image->format().name),
            "SKL PRM vol7, data port surface formats");
  return nullptr;
}

std::optional<std::uint64_t> pixel_address(const ImageLayout& image, const PixelCoordinates& at) {
  const memory::SurfaceState& surface = image.surface();
  const bool one_d = surface.type == SurfaceType::one_d;
  const std::uint32_t lod = at[3];
  if (surface.type == SurfaceType::null || lod > surface.mips.count) return std::nullopt;
  memory::TexelPlace place{.x = at[0]};
  if (!surface.is_buffer()) {
    place.y = one_d ? 0 : at[1];
    place.slice = one_d ? at[1] : at[2];
    place.level = static_cast<std::uint8_t>(surface.mips.minimum_lod + lod);
    const bool has_slices =
        surface.is_array || surface.type == SurfaceType::three_d || surface.type == SurfaceType::cube;
    if (!has_slices) place.slice = 0;
    if (surface.type == SurfaceType::three_d) {
      if (place.slice >= surface.slices.extent) return std::nullopt;
      place.slice += surface.slices.first;
    }
  }
  if (!image.contains(place)) return std::nullopt;
  return surface.base + image.offset(place);
}

bool read_pixel(MessageCall& call, const PixelFormat& format, std::uint64_t address, int lane, Pixel& pixel) {
  call.reaches(address, format.bytes, AccessKind::read);
  std::array<std::byte, kMaxPixelBytes> copy{};
  const bool on_one_page = (address & (memory::kPageBytes - 1)) + format.bytes <= memory::kPageBytes;
  const std::byte* bytes = on_one_page ? call.view().at(address, Access::read) : nullptr;
  if (bytes == nullptr) {
    if (!call.view().read(address, std::span(copy).first(format.bytes)) &&
        !call.unmapped(call.view().bad_address(), Access::read, lane)) {
      return false;
    }
    bytes = copy.data();
  }
  call.transferred(address, {bytes, format.bytes}, AccessKind::read);
  pixel = memory::unpack_pixel(format, bytes);
  return true;
}

bool write_pixel(const MessageCall& call, const PixelFormat& format, std::uint64_t address, const Pixel& pixel,
                 int lane) {
  call.reaches(address, format.bytes, AccessKind::write);
  std::array<std::byte, kMaxPixelBytes> bytes{};
  memory::pack_pixel(format, pixel, bytes.data());
  const auto value = std::span(bytes).first(format.bytes);
  if (!call.view().write(address, value)) return call.fail_at(call.view().bad_address(), Access::write, lane);
  call.transferred(address, value, AccessKind::write);
  return true;
}

bool write_components(const MessageCall& call, const PixelFormat& format, std::uint64_t address,
                      const Pixel& components, std::uint32_t chosen, int lane) {
  Pixel pixel{};
  if (keeps_channels(format, chosen)) {
    std::array<std::byte, kMaxPixelBytes> bytes{};
    if (!call.view().read(address, std::span(bytes).first(format.bytes)))
      return call.fail_at(call.view().bad_address(), Access::write, lane);
    pixel = memory::unpack_pixel(format, bytes.data());
  }
  for (unsigned c = 0; c < 4; ++c) {
    if ((chosen >> c & 1) != 0) pixel[c] = components[c];
  }
  return write_pixel(call, format, address, pixel, lane);
}

}  // namespace eugene::functions
