#include "draw/output/pixel_tests.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#include "base/bits.h"
#include "base/block_order.h"
#include "base/host_fault.h"
#include "base/vector_host.h"
#include "base/vector_loops.h"
#include "draw/output/compare.h"
#include "draw/output/depth_surface.h"
#include "draw/output/stencil.h"
#include "eu/host_rounding.h"
#include "memory/format.h"
#include "memory/pack_lanes.h"
#include "memory/texel_block.h"

namespace eugene::draw {
namespace {

constexpr std::size_t kMaxBytes = 4;  // of a depth
using Bytes = std::array<std::byte, kMaxBytes>;

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

using Depths = std::array<float, memory::TexelBlock::kTexels>;

memory::TexelBlock::Words pack_depths(const memory::PixelFormat& format, const Depths& depths) {
  const eu::NearestRounding rounding;
  memory::TexelBlock::Words words;
  call_for_host(is_avx2_host(), [&]<class Host>() {
    for (unsigned first = 0; first < words.size(); first += memory::kPackedPixels) {
      const auto* red = reinterpret_cast<const std::uint32_t*>(depths.data() + first);
      memory::PackedLanes packed;
      memory::pack_lanes<Host>(format, {red, red, red, red}, packed);
      store8(words.data() + first, packed[0]);
    }
  });
  return words;
}

// Returns the pixels whose value passes.
std::uint32_t compare_all(Compare function, const memory::PixelFormat& format, const memory::TexelBlock::Words& values,
                          const memory::TexelBlock::Words& stored) {
  std::uint32_t passed = 0;
  const bool is_float = format.type == memory::ChannelType::float_;
  const auto mask = static_cast<std::uint32_t>(low_mask(format.channels[0].bits));
  call_for_host(is_avx2_host(), [&]<class Host>() {
    for (unsigned first = 0; first < values.size(); first += kVectorLanes) {
      const auto value = load8<U32x8>(values.data() + first), before = load8<U32x8>(stored.data() + first);
      const I32x8 passes = is_float ? compare<F32x8>(function, (F32x8)value, (F32x8)before)
                                    : (I32x8)compare<U32x8>(function, value & mask, before & mask);
      passed |= Host::bits(passes) << first;
    }
  });
  return passed;
}

// Finds the depths of a triangle at the centres of a block's pixels.
EUGENE_VECTOR_LOOPS void find_depths(const ScreenTriangle& triangle, std::uint32_t x, std::uint32_t y, Depths& depths) {
  for (unsigned i = 0; i < depths.size(); ++i) depths[i] = triangle.depth_at(x + block_column(i), y + block_row(i));
}

}  // namespace

Result<PixelTests> PixelTests::make(const State3d& state) {
  PixelTests tests;
  tests.state_ = state.tests;
  tests.first_layer_ = state.depth_buffer.first_element;
  const auto set = [](Buffer& buffer, Result<memory::ImageLayout> image) -> Result<void> {
    if (!image) return std::unexpected(image.error());
    buffer.image = *std::move(image);
    return {};
  };
  if (has_depth_buffer(state)) {
    // Depths are also written without a test (docs/record/undefined.md).
    Buffer& depth = tests.depth_;
    depth.tests = state.tests.tests_depth && state.tests.depth_function != Compare::always;
    depth.writes = state.tests.writes_depth && state.depth_buffer.writes_depth;
    if (state.tests.tests_depth || depth.writes) {
      if (Result<void> done = set(depth, depth_image(state)); !done) return std::unexpected(done.error());
    }
  }
  if (state.stencil_buffer.enabled && state.tests.tests_stencil) {
    Buffer& stencil = tests.stencil_;
    stencil.tests = state.tests.front.function != Compare::always || state.tests.back.function != Compare::always;
    stencil.writes = state.tests.writes_stencil && state.depth_buffer.writes_stencil;
    if (Result<void> done = set(stencil, stencil_image(state)); !done) return std::unexpected(done.error());
  }
  return tests;
}

std::optional<std::uint64_t> PixelTests::Buffer::find(const Pixel& pixel, std::uint32_t first_layer) const {
  if (!image) return std::nullopt;
  const memory::SurfaceState& surface = image->surface();
  const memory::TexelPlace texel{
      .x = pixel.x, .y = pixel.y, .slice = first_layer + pixel.layer, .level = surface.mips.count};
  if (!image->contains(texel)) return std::nullopt;
  return surface.base + image->offset(texel);
}

std::optional<bool> PixelTests::test_depth(std::uint64_t address, float depth, memory::View& memory) const {
  if (!depth_.tests) return true;
  const memory::PixelFormat& format = depth_.image->format();
  Bytes stored{};
  if (!memory.read(address, std::span(stored).first(format.bytes))) return std::nullopt;
  const Bytes value = pack(format, depth);
  if (format.type == memory::ChannelType::float_) {
    const auto depth = std::bit_cast<float>(value), before = std::bit_cast<float>(stored);
    return compare(state_.depth_function, depth, before);
  }
  return compare(state_.depth_function, stored_number(format, value), stored_number(format, stored));
}

bool PixelTests::write_depth(std::uint64_t address, float depth, memory::View& memory) const {
  const memory::PixelFormat& format = depth_.image->format();
  const Bytes bytes = pack(format, depth);
  return memory.write(address, std::span(bytes).first(format.bytes));
}

std::optional<bool> PixelTests::run(const Pixel& pixel, bool writes, memory::View& memory) const {
  const std::optional<std::uint64_t> depth_at = depth_.find(pixel, first_layer_);
  const std::optional<std::uint64_t> stencil_at = stencil_.find(pixel, first_layer_);
  const bool is_outside = (depth_.image && !depth_at) || (stencil_.image && !stencil_at);
  if (is_outside) return false;
  StencilFace face = pixel.is_back ? state_.back : state_.front;
  if (pixel.reference) face.reference = *pixel.reference;
  std::uint8_t stencil = 0;
  if (stencil_at && !memory.read(*stencil_at, std::as_writable_bytes(std::span(&stencil, 1)))) return std::nullopt;
  const bool is_in_stencil = !stencil_at || passes_stencil(face, stencil);
  // The depth is not tested if the stencil test fails.
  const std::optional<bool> passes =
      is_in_stencil && depth_at ? test_depth(*depth_at, pixel.depth, memory) : std::optional(is_in_stencil);
  if (!passes || !writes) return passes;
  if (stencil_.writes) {
    const StencilOperation operation = *passes         ? face.when_passed
                                       : is_in_stencil ? face.when_depth_failed
                                                       : face.when_failed;
    const std::uint8_t updated = update_stencil(face, operation, stencil);
    if (updated != stencil && !memory.write(*stencil_at, std::as_bytes(std::span(&updated, 1)))) return std::nullopt;
  }
  if (*passes && depth_.writes && !write_depth(*depth_at, pixel.depth, memory)) return std::nullopt;
  return passes;
}

// Tests and writes the depths of a block of pixels together. Returns false if the block has a stencil test, or if its
// depths cannot be placed together. The pixels must then be tested one by one.
bool PixelTests::run_block(const functions::Pixels& pixels, const Source& source, bool writes, memory::View& memory,
                           std::uint32_t& passed) const {
  if (stencil_.image || !depth_.image || !pixels.are_block()) return false;
  const memory::ImageLayout& image = *depth_.image;
  const bool is_written = writes && depth_.writes;
  const memory::TexelBlocks blocks(image, image.surface().mips.count, first_layer_ + pixels.layer);
  const auto block =
      blocks.find(pixels.x(0), pixels.y(0), is_written ? memory::Access::write : memory::Access::read, memory);
  if (!block) return false;
  Depths depths;
  if (source.depths.empty())
    find_depths(*source.triangle, pixels.x(0), pixels.y(0), depths);
  else
    std::copy_n(source.depths.begin(), depths.size(), depths.begin());
  const memory::TexelBlock::Words values = pack_depths(image.format(), depths);
  const auto lost = trap_host_faults([&] {
    passed = pixels.mask;
    if (depth_.tests) passed &= compare_all(state_.depth_function, image.format(), values, block->load());
    if (is_written && passed != 0) block->store(values, passed);
  });
  return !lost;
}

std::optional<std::uint32_t> PixelTests::run(const functions::Pixels& pixels, const Source& source, bool writes,
                                             memory::View& memory) const {
  if (!is_needed()) return pixels.mask;
  std::uint32_t passed = 0;
  if (run_block(pixels, source, writes, memory, passed)) return passed;
  passed = 0;
  for (unsigned i = 0; i < functions::Pixels::kMax; ++i) {
    if (!bit(pixels.mask, i)) continue;
    Pixel pixel{.x = pixels.x(i), .y = pixels.y(i), .layer = pixels.layer, .is_back = source.triangle->setup.is_back};
    pixel.depth = source.depths.empty() ? source.triangle->depth_at(pixel.x, pixel.y) : source.depths[i];
    if (!source.references.empty()) pixel.reference = source.references[i];
    const std::optional<bool> passes = run(pixel, writes, memory);
    if (!passes) return std::nullopt;
    if (*passes) passed |= 1U << i;
  }
  return passed;
}

}  // namespace eugene::draw
