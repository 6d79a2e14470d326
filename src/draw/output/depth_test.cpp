#include "draw/output/depth_test.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <span>

#include "draw/output/depth_surface.h"
#include "memory/format.h"

namespace eugene::draw {
namespace {

constexpr std::size_t kMaxBytes = 4;  // of a depth
using Bytes = std::array<std::byte, kMaxBytes>;

template <class Number>
bool compare(Compare function, Number value, Number stored) {
  switch (function) {
    case Compare::always: return true;
    case Compare::never: return false;
    case Compare::less: return value < stored;
    case Compare::equal: return value == stored;
    case Compare::less_equal: return value <= stored;
    case Compare::greater: return value > stored;
    case Compare::not_equal: return value != stored;
    case Compare::greater_equal: return value >= stored;
  }
  return false;
}

Bytes pack(const memory::PixelFormat& format, float depth) {
  Bytes bytes{};
  memory::pack_pixel(format, {std::bit_cast<std::uint32_t>(depth)}, bytes.data());
  return bytes;
}

// Returns the number that a format without floats stores.
std::uint32_t stored_number(const memory::PixelFormat& format, const Bytes& bytes) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value & static_cast<std::uint32_t>(low_mask(format.channels[0].bits));
}

}  // namespace

Result<DepthTest> DepthTest::make(const State3d& state) {
  DepthTest test;
  if (!has_depth_buffer(state) || !state.tests.tests_depth) return test;
  Result<memory::ImageLayout> image = depth_image(state);
  if (!image) return std::unexpected(image.error());
  test.image_ = *std::move(image);
  test.first_layer_ = state.depth_buffer.first_element;
  test.compare_ = static_cast<Compare>(state.tests.depth_function);
  test.writes_ = state.tests.writes_depth && state.depth_buffer.writes_depth;
  return test;
}

std::optional<std::uint64_t> DepthTest::find_address(const Place& place) const {
  const memory::SurfaceState& surface = image_->surface();
  const memory::TexelPlace texel{
      .x = place.x, .y = place.y, .slice = first_layer_ + place.layer, .level = surface.mips.count};
  if (!image_->contains(texel)) return std::nullopt;
  return surface.base + image_->offset(texel);
}

std::optional<bool> DepthTest::test(const Place& place, float depth, memory::View& memory) const {
  if (!image_) return true;
  const auto address = find_address(place);
  if (!address) return false;
  if (compare_ == Compare::always) return true;
  const memory::PixelFormat& format = image_->format();
  Bytes stored{};
  if (!memory.read(*address, std::span(stored).first(format.bytes))) return std::nullopt;
  const Bytes value = pack(format, depth);
  if (format.type == memory::ChannelType::float_)
    return compare(compare_, std::bit_cast<float>(value), std::bit_cast<float>(stored));
  return compare(compare_, stored_number(format, value), stored_number(format, stored));
}

bool DepthTest::write(const Place& place, float depth, memory::View& memory) const {
  const auto address = writes_ ? find_address(place) : std::nullopt;
  if (!address) return true;
  const memory::PixelFormat& format = image_->format();
  const Bytes bytes = pack(format, depth);
  return memory.write(*address, std::span(bytes).first(format.bytes));
}

}  // namespace eugene::draw
