// Typed messages of the load/store cache: pixels of a surface, addressed by coordinates, with conversion; and
// rectangles of a surface without conversion. vISA manual LSC_TYPED.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "functions/lsc.h"
#include "functions/lsc_atomic.h"
#include "functions/typed_pixel.h"

namespace eugene::functions {
namespace {

using isa::LscOp;
using memory::ImageLayout;
using memory::Pixel;

constexpr const char* kTypedPage = "vISA manual LSC_TYPED";

struct TypedLanes {
  std::uint32_t mask = 0;  // enabled lanes
  std::array<PixelCoordinates, isa::kMaxChannels> at{};
};

// Reads the coordinates. How many there are, 1 to 4, follows from the payload's length.
std::optional<TypedLanes> read_coordinates(const MessageCall& call, const isa::Lsc& message) {
  const unsigned count = call.request().instruction.exec_size;
  const unsigned bytes = message.address_bytes;
  const unsigned run = isa::round_up(count * bytes, message.register_bytes);
  const std::size_t coordinates = call.request().payload.size() * eu::kGrfBytes / run;
  if (coordinates == 0 || coordinates > kCoordinates) {
    call.fail(fmt::format("typed message with {} coordinates: it needs 1 to 4", coordinates), kTypedPage);
    return std::nullopt;
  }
  TypedLanes lanes{.mask = call.channels(count)};
  const std::byte* from = lsc_payload(call, run * static_cast<unsigned>(coordinates));
  for (unsigned lane = 0; lane < count; ++lane) {
    for (unsigned i = 0; i < coordinates; ++i) {
      std::uint64_t value = 0;
      std::memcpy(&value, from + i * run + lane * bytes, bytes);
      lanes.at[lane][i] = value > ~std::uint32_t{0} ? ~std::uint32_t{0} : static_cast<std::uint32_t>(value);
    }
  }
  return lanes;
}

// Calls `visit(lane, address)` for each enabled lane, lowest first, until it returns false. `address` is empty if the
// pixel is outside the surface.
template <class Visit>
bool for_each_pixel(const TypedLanes& lanes, const ImageLayout& image, Visit visit) {
  for (std::uint32_t left = lanes.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    if (!visit(lane, pixel_address(image, lanes.at[lane]))) return false;
  }
  return true;
}

bool load(MessageCall& call, const isa::Lsc& message, const ImageLayout& image, const TypedLanes& lanes,
          std::uint32_t chosen) {
  if (call.response_registers() == 0) return true;  // a prefetch: nothing to do
  const isa::LscRegisters registers = lsc_registers(call, message, static_cast<unsigned>(std::popcount(chosen)));
  std::byte* to = lsc_response(call, registers.bytes());
  if (to == nullptr) return false;
  const unsigned surface = call.request().extended_descriptor;
  const bool is_null = image.surface().type == memory::SurfaceType::null;
  const Pixel outside = is_null ? Pixel{} : memory::out_of_bounds_pixel(image.format());
  return for_each_pixel(lanes, image, [&](unsigned lane, std::optional<std::uint64_t> address) {
    Pixel pixel = outside;
    const int blamed = static_cast<int>(lane);
    if (!(address ? read_pixel(call, image.format(), *address, blamed, pixel)
                  : call.drop(surface, Access::read, blamed))) {
      return false;
    }
    for (unsigned c = 0, rank = 0; c < 4; ++c) {
      if ((chosen >> c & 1) != 0) lsc_write_slot(message.element(), to + registers.at(lane, rank++), pixel[c]);
    }
    return true;
  });
}

bool store(MessageCall& call, const isa::Lsc& message, const ImageLayout& image, const TypedLanes& lanes,
           std::uint32_t chosen) {
  const isa::LscRegisters registers = lsc_registers(call, message, static_cast<unsigned>(std::popcount(chosen)));
  const std::byte* from = lsc_data(call, registers.bytes());
  if (from == nullptr) return false;
  const unsigned surface = call.request().extended_descriptor;
  return for_each_pixel(lanes, image, [&](unsigned lane, std::optional<std::uint64_t> address) {
    const int blamed = static_cast<int>(lane);
    if (!address) return call.drop(surface, Access::write, blamed);
    Pixel pixel{};
    for (unsigned c = 0, rank = 0; c < 4; ++c) {
      if ((chosen >> c & 1) == 0) continue;
      pixel[c] = static_cast<std::uint32_t>(lsc_read_slot(message.element(), from + registers.at(lane, rank++)));
    }
    return write_components(call, image.format(), *address, pixel, chosen, blamed);
  });
}

bool atomic(MessageCall& call, const isa::Lsc& message, const ImageLayout& image, const TypedLanes& lanes) {
  const memory::PixelFormat& format = image.format();
  const unsigned bytes = message.element().bytes;
  if (image.surface().type != memory::SurfaceType::null && format.bytes != bytes) {
    return call.fail(
        fmt::format("typed atomic of {} bits on a surface of format {}: the sizes must match", bytes * 8, format.name),
        kTypedPage);
  }
  LscOperands operands;
  if (!operands.read(call, message)) return false;
  const Access access = message.op == LscOp::atomic_load ? Access::read : Access::write;
  const unsigned surface = call.request().extended_descriptor;
  return for_each_pixel(lanes, image, [&](unsigned lane, std::optional<std::uint64_t> address) {
    const int blamed = static_cast<int>(lane);
    std::uint64_t result = 0;
    if (address) {
      const std::uint64_t word_address = *address & ~std::uint64_t{bytes - 1};
      call.reaches(word_address, bytes, AccessKind::atomic);
      std::byte* word = call.view().at(word_address, access);
      if (word == nullptr) return call.fail_at(*address, access, blamed);
      MovedValues values(call, kA64Range, bytes, AccessKind::atomic);
      result = operands.update(word, message.op, lane, word_address, values);
      values.tell();
    } else if (!call.drop(surface, access, blamed)) {
      return false;
    }
    operands.give(lane, result);
    return true;
  });
}

bool status(MessageCall& call, const ImageLayout& image, const TypedLanes& lanes) {
  std::byte* to = lsc_response(call, sizeof(std::uint32_t));
  if (to == nullptr) return false;
  std::uint32_t valid = 0;
  (void)for_each_pixel(lanes, image, [&](unsigned lane, std::optional<std::uint64_t> address) {
    if (address && call.view().at(*address & memory::kAddressMask, Access::read) != nullptr) valid |= 1U << lane;
    return true;
  });
  std::memcpy(to, &valid, sizeof(valid));
  return true;
}

}  // namespace

bool lsc_typed(MessageCall& call, Surfaces& surfaces, const isa::Lsc& message) {
  if (message.model == isa::LscModel::flat)
    return call.fail("typed message with flat addressing: it needs a surface", kTypedPage);
  const ImageLayout* image = typed_image(call, surfaces, lsc_surface(call, message));
  if (image == nullptr) return false;
  const auto lanes = read_coordinates(call, message);
  if (!lanes) return false;
  if (isa::is_atomic(message.op)) return atomic(call, message, *image, *lanes);
  if (message.op == LscOp::load_status) return status(call, *image, *lanes);
  if (message.element().slot != 4) return call.fail("components of typed messages must have 32 bits", kTypedPage);
  if (message.op == LscOp::store_uncompressed)
    return store(call, message, *image, *lanes, static_cast<std::uint32_t>(low_mask(message.elements)) & 0xF);
  if (!is_quad(message.op)) return call.unsupported(message);
  return is_store(message.op) ? store(call, message, *image, *lanes, message.channels)
                              : load(call, message, *image, *lanes, message.channels);
}

// Moves the bytes of a surface's rows without conversion. Rows in registers are padded to the next power of two, at
// least a dword.
bool lsc_typed_block2d(MessageCall& call, Surfaces& surfaces, const isa::Lsc& message) {
  if (message.model == isa::LscModel::flat)
    return call.fail("typed message with flat addressing: it needs a surface", kTypedPage);
  const ImageLayout* image = typed_image(call, surfaces, lsc_surface(call, message));
  const std::byte* from = image != nullptr ? lsc_payload(call, sizeof(isa::LscBlockPayload)) : nullptr;
  if (from == nullptr) return false;
  isa::LscBlockPayload payload;
  std::memcpy(&payload, from, sizeof(payload));
  const unsigned width = bits(payload.shape, 7, 0) + 1, height = bits(payload.shape, 15, 8) + 1;
  const unsigned row = isa::lsc_typed_row(width), size = isa::lsc_typed_bytes(message, width, height);
  const bool stores = is_store(message.op);
  if (!stores && call.response_registers() == 0) return true;  // a prefetch: nothing to do
  std::byte* to = stores ? nullptr : lsc_response(call, size);
  const std::byte* data = stores ? lsc_data(call, size) : nullptr;
  if (to == nullptr && data == nullptr) return false;
  if (to != nullptr) std::memset(to, 0, size);
  LscMover mover(call, kA64Range, isa::kLscElements[1], stores ? Access::write : Access::read);
  const auto pixel_bytes = static_cast<std::int64_t>(image->format().bytes);
  for (unsigned y = 0; y < height; ++y) {
    for (unsigned x = 0; x < width; ++x) {
      const std::int64_t byte = std::int64_t{payload.x} + x, line = std::int64_t{payload.y} + y;
      if (byte < 0 || line < 0) continue;
      const auto address = pixel_address(
          *image, {static_cast<std::uint32_t>(byte / pixel_bytes), static_cast<std::uint32_t>(line), 0, 0});
      if (!address) continue;
      const std::uint64_t place = *address + static_cast<std::uint64_t>(byte % pixel_bytes);
      call.reaches(place, 1, stores ? AccessKind::write : AccessKind::read);
      const unsigned at = y * row + x;
      if (!(stores ? mover.store(place, data + at, 0) : mover.load(place, to + at, 0))) return false;
    }
  }
  return true;
}

}  // namespace eugene::functions
