#include "functions/typed.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "functions/atomic.h"
#include "memory/format.h"
#include "memory/tiling.h"

namespace eugene::functions {
namespace {

using memory::Pixel;
using memory::PixelFormat;
using memory::SurfaceState;
using memory::SurfaceType;

constexpr unsigned kSlots = 8;
constexpr unsigned kCoordinates = 4;  // U, V, R, LOD
constexpr unsigned kMaxPixelBytes = 16;

// One message's coordinates: of SIMD4x2 only slots 0 and 4 hold any.
struct Coordinates {
  std::array<std::array<std::uint32_t, kSlots>, kCoordinates> value{};  // U, V, R, LOD; 0 where not sent
};

bool read_coordinates(Call& call, unsigned registers, Coordinates& coordinates) {
  if (registers == 0 || registers > kCoordinates) {
    return call.fail(fmt::format("typed message with {} address registers: it takes 1 to 4", registers),
                     "SKL PRM vol7, typed surface address payload");
  }
  const std::byte* from = call.body(0, registers);
  if (from == nullptr) return false;
  std::memcpy(coordinates.value.data(), from, registers * eu::kGrfBytes);
  return true;
}

std::uint32_t slot_mask(const Call& call, isa::SlotGroup group) {
  const std::uint32_t channels = call.channels(kSlots);
  if (!call.has_header()) return channels;
  return channels & (group == isa::SlotGroup::high ? call.header(7) >> 8 : call.header(7));
}

// A surface that typed messages can reach, with its format.
struct Target {
  const SurfaceState* surface = nullptr;  // null after a fault
  const PixelFormat* format = nullptr;    // null for a null surface
};

Target typed_target(Call& call, Surfaces& surfaces, unsigned bti) {
  const SurfaceState* surface = surfaces.surface(call, bti);
  if (surface == nullptr || surface->type == SurfaceType::null) return {surface, nullptr};
  const PixelFormat* format = memory::find_format(surface->format);
  if (format == nullptr || format->unpack == nullptr) {
    call.fail(fmt::format("typed message to a surface of format {:#x}, which is not yet supported", surface->format));
    return {};
  }
  if (surface->tiled_resource_mode != 0) {
    call.fail("typed message to a surface of TileYf or TileYs layout, which is not yet supported");
    return {};
  }
  return {surface, format};
}

// The GPU address of the pixel at slot `i`, or nothing outside the surface.
std::optional<std::uint64_t> pixel_address(const Target& target, const Coordinates& coordinates, unsigned i) {
  if (target.format == nullptr) return std::nullopt;
  const SurfaceState& surface = *target.surface;
  const std::uint64_t u = coordinates.value[0][i];
  const std::uint64_t v = coordinates.value[1][i];
  const std::uint64_t r = coordinates.value[2][i];
  if (surface.is_buffer()) {
    if (u >= surface.elements) return std::nullopt;
    return surface.base + u * surface.pitch;
  }
  const bool one_d = surface.type == SurfaceType::one_d;
  const std::uint64_t row = one_d ? 0 : v;
  const std::uint64_t slice = one_d ? v : r;
  const bool has_slices = surface.is_array || surface.type == SurfaceType::three_d || surface.type == SurfaceType::cube;
  const std::uint64_t slices = surface.type == SurfaceType::cube ? std::uint64_t{surface.depth} * 6 : surface.depth;
  if (u >= surface.width || row >= (one_d ? 1 : surface.height)) return std::nullopt;
  if (has_slices && slice >= slices) return std::nullopt;
  if (coordinates.value[3][i] != 0) return std::nullopt;  // only the first mip level is addressed
  const std::uint64_t plane = has_slices ? slice + surface.minimum_array_element : 0;
  const std::uint64_t bytes = target.format->bytes;
  if (one_d) return surface.base + (plane * surface.qpitch + u) * bytes;
  return surface.base + memory::surface_offset(surface.tile, surface.pitch, (u + surface.x_offset) * bytes,
                                               row + surface.y_offset + plane * surface.qpitch);
}

// Channels the pixel in memory has and the message does not bring.
bool keeps_channels(const PixelFormat& format, std::uint32_t chosen) {
  for (unsigned c = 0; c < 4; ++c) {
    if (format.channels[c].bits != 0 && (chosen >> c & 1) == 0) return true;
  }
  return false;
}

bool typed_read(Call& call, Surfaces& surfaces, const isa::TypedSurface& message) {
  const std::uint32_t chosen = message.channels;
  Coordinates coordinates;
  const Target target = typed_target(call, surfaces, message.bti);
  if (target.surface == nullptr) return false;
  if (!read_coordinates(call, call.body_registers(), coordinates)) return false;
  std::byte* to = call.response(static_cast<unsigned>(std::popcount(chosen)));
  if (to == nullptr) return false;
  for (std::uint32_t left = slot_mask(call, message.slots); left != 0; left &= left - 1) {
    const auto slot = static_cast<unsigned>(std::countr_zero(left));
    Pixel pixel{};
    if (const auto address = pixel_address(target, coordinates, slot); address) {
      std::array<std::byte, kMaxPixelBytes> bytes;
      if (!call.view().read(*address, {bytes.data(), target.format->bytes}) &&
          !call.unmapped(call.view().bad_address(), Access::read, static_cast<int>(slot))) {
        return false;
      }
      pixel = memory::unpack_pixel(*target.format, bytes.data());
    } else if (!call.drop(message.bti, Access::read, static_cast<int>(slot))) {
      return false;
    } else if (target.format != nullptr) {
      pixel = memory::out_of_bounds_pixel(*target.format);
    }
    std::byte* at = to + slot * 4;
    for (unsigned c = 0; c < 4; ++c) {
      if ((chosen >> c & 1) == 0) continue;
      std::memcpy(at, &pixel[c], 4);
      at += eu::kGrfBytes;
    }
  }
  return true;
}

bool typed_write(Call& call, Surfaces& surfaces, const isa::TypedSurface& message) {
  const std::uint32_t chosen = message.channels;
  Coordinates coordinates;
  const Target target = typed_target(call, surfaces, message.bti);
  if (target.surface == nullptr) return false;
  const auto data_registers = static_cast<unsigned>(std::popcount(chosen));
  const unsigned all = call.body_registers();
  if (!read_coordinates(call, all > data_registers ? all - data_registers : 0, coordinates)) return false;
  const std::byte* from = call.body(all - data_registers, data_registers);
  if (from == nullptr) return false;
  for (std::uint32_t left = slot_mask(call, message.slots); left != 0; left &= left - 1) {
    const auto slot = static_cast<unsigned>(std::countr_zero(left));
    const auto address = pixel_address(target, coordinates, slot);
    if (!address) {
      if (!call.drop(message.bti, Access::write, static_cast<int>(slot))) return false;
      continue;
    }
    std::array<std::byte, kMaxPixelBytes> bytes{};
    const std::span<std::byte> pixel_bytes(bytes.data(), target.format->bytes);
    Pixel pixel{};
    if (keeps_channels(*target.format, chosen)) {
      if (!call.view().read(*address, pixel_bytes)) {
        return call.fail_at(call.view().bad_address(), Access::write, static_cast<int>(slot));
      }
      pixel = memory::unpack_pixel(*target.format, bytes.data());
    }
    const std::byte* at = from + slot * 4;
    for (unsigned c = 0; c < 4; ++c) {
      if ((chosen >> c & 1) == 0) continue;
      std::memcpy(&pixel[c], at, 4);
      at += eu::kGrfBytes;
    }
    memory::pack_pixel(*target.format, pixel, bytes.data());
    if (!call.view().write(*address, pixel_bytes)) {
      return call.fail_at(call.view().bad_address(), Access::write, static_cast<int>(slot));
    }
  }
  return true;
}

}  // namespace

bool execute(Call& call, Surfaces& surfaces, const isa::TypedSurface& message) {
  if (message.slots == isa::SlotGroup::simd4x2) return call.unsupported(message);
  return message.access == isa::Access::read ? typed_read(call, surfaces, message)
                                             : typed_write(call, surfaces, message);
}

bool execute(Call& call, Surfaces& surfaces, const isa::TypedAtomic& message) {
  const AtomicOp op = message.op;
  if (message.slots == isa::SlotGroup::simd4x2 || op == AtomicOp::compare_write_64) return call.unsupported(message);
  Coordinates coordinates;
  const Target target = typed_target(call, surfaces, message.bti);
  if (target.surface == nullptr) return false;
  if (target.format != nullptr && (target.format->bytes != 4 || target.format->channels[0].bits != 32)) {
    return call.fail(
        fmt::format("typed atomic on a surface of format {}: it needs one channel of 32 bits", target.format->name),
        "SKL PRM vol7, typed atomic operations");
  }
  const unsigned all = call.body_registers();
  if (!read_coordinates(call, all > operands(op) ? all - operands(op) : 0, coordinates)) return false;
  std::array<std::array<std::uint32_t, kSlots>, 2> sources{};
  for (unsigned i = 0; i < operands(op); ++i) {
    const std::byte* from = call.body(all - operands(op) + i, 1);
    if (from == nullptr) return false;
    std::memcpy(sources[i].data(), from, eu::kGrfBytes);
  }
  std::byte* to = message.returns ? call.response(1) : nullptr;
  if (message.returns && to == nullptr) return false;
  for (std::uint32_t left = call.reports_bounds() ? slot_mask(call, message.slots) : 0; left != 0; left &= left - 1) {
    const auto slot = static_cast<unsigned>(std::countr_zero(left));
    const bool is_inside = pixel_address(target, coordinates, slot).has_value();
    if (!is_inside && !call.drop(message.bti, Access::write, static_cast<int>(slot))) return false;
  }
  for (std::uint32_t left = slot_mask(call, message.slots); left != 0; left &= left - 1) {
    const auto slot = static_cast<unsigned>(std::countr_zero(left));
    std::uint32_t result = 0;
    if (const auto address = pixel_address(target, coordinates, slot); address) {
      std::byte* word = call.view().at(*address & ~std::uint64_t{3}, Access::write);
      if (word == nullptr) return call.fail_at(*address, Access::write, static_cast<int>(slot));
      result = atomic_update(reinterpret_cast<std::uint32_t*>(word), op, sources[0][slot], sources[1][slot]);
    }
    if (to != nullptr) std::memcpy(to + slot * 4, &result, 4);
  }
  return true;
}

}  // namespace eugene::functions
