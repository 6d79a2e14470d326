#include "functions/pixel_interpolator.h"

#include <array>
#include <cstring>

#include "base/bits.h"
#include "eu/host_rounding.h"
#include "isa/message/names.h"

namespace eugene::functions {
namespace {

// Values of isa::PixelInterpolator::type. With one sample a pixel, the two other types ask for the middle of the pixel.
constexpr std::uint8_t kSharedOffset = 0, kPerSlotOffset = 3;
static_assert(isa::message_names::kPixelInterpolator[kSharedOffset] == "shared_offset" &&
              isa::message_names::kPixelInterpolator[kPerSlotOffset] == "per_slot_offset");
constexpr unsigned kGroup = 8;  // pixels whose floats fill a register
constexpr std::size_t kDwordBytes = 4;

// A place in a pixel: its middle is 0.
struct Offset {
  double x = 0, y = 0;
};

// Returns an offset of four bits: a signed number of sixteenths of a pixel.
double read_sixteenths(std::uint32_t value) { return static_cast<double>(sign_extend(value & 0xF, 4)) / 16; }

using Offsets = std::array<Offset, Pixels::kMax>;

// Reads the offset of each pixel. Returns false after a fault.
bool read_offsets(MessageCall& call, const isa::PixelInterpolator& message, unsigned lanes, Offsets& offsets) {
  if (message.type == kSharedOffset)
    offsets.fill({.x = read_sixteenths(message.data), .y = read_sixteenths(message.data >> 4U)});
  if (message.type != kPerSlotOffset) return true;
  const std::byte* body = call.body(0, 2 * lanes / kGroup);
  if (body == nullptr) return false;
  const auto dword = [body](std::size_t index) {
    std::uint32_t value = 0;
    std::memcpy(&value, body + index * kDwordBytes, sizeof(value));
    return value;
  };
  for (std::size_t lane = 0; lane < lanes; ++lane)
    offsets[lane] = {.x = read_sixteenths(dword(lane)), .y = read_sixteenths(dword(lanes + lane))};
  return true;
}

}  // namespace

bool execute(MessageCall& call, Surfaces& surfaces, const isa::PixelInterpolator& message) {
  if (message.high_slots) return call.unsupported(message);
  const Pixels* pixels = surfaces.pixels();
  if (pixels == nullptr || pixels->interpolation == nullptr) {
    return call.fail(
        "pixel interpolator message of a thread that has no pixels: only pixel shaders of a draw have some",
        "SKL PRM vol7, pixel interpolator");
  }
  const unsigned lanes = message.simd16 ? 2 * kGroup : kGroup;
  Offsets offsets;
  if (!read_offsets(call, message, lanes, offsets)) return false;
  std::byte* to = call.response(2 * lanes / kGroup);
  if (to == nullptr) return false;
  const eu::NearestRounding rounding;
  constexpr double kMiddle = 0.5;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (!bit(call.channels(lanes), lane)) continue;
    const PixelInterpolation::Weights weights =
        pixels->interpolation->find_weights(pixels->source, pixels->x(lane) + kMiddle + offsets[lane].x,
                                            pixels->y(lane) + kMiddle + offsets[lane].y, message.linear);
    std::byte* second = to + (lane / kGroup * 2 * kGroup + lane % kGroup) * kDwordBytes;
    std::memcpy(second, &weights.second, kDwordBytes);
    std::memcpy(second + kGroup * kDwordBytes, &weights.third, kDwordBytes);
  }
  return true;
}

}  // namespace eugene::functions
