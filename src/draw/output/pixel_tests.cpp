#include "draw/output/pixel_tests.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstring>

#include "base/bits.h"
#include "base/host_fault.h"
#include "base/vector_host.h"
#include "draw/output/compare.h"
#include "draw/output/depth_surface.h"
#include "draw/output/stencil.h"
#include "draw/pixel/block_pixels.h"
#include "draw/setup/subspan.h"
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

using DepthLanes = memory::TexelBlock::Lanes;

template <class Host>
DepthLanes pack_depths(const memory::WordFormat& format, const std::array<F32x8, 2>& depths) {
  DepthLanes lanes;
  for (unsigned i = 0; i < lanes.size(); ++i) {
    const auto* const red = reinterpret_cast<const std::uint32_t*>(&depths[i]);
    lanes[i] = memory::pack_words<Host>(format, {red, red, red, red});
  }
  return lanes;
}

// Returns the pixels whose value passes.
template <class Host>
std::uint32_t compare_all(Compare function, const memory::PixelFormat& format, const DepthLanes& values,
                          const DepthLanes& stored) {
  std::uint32_t passed = 0;
  const auto mask = static_cast<std::uint32_t>(low_mask(format.channels[0].bits));
  for (unsigned i = 0; i < values.size(); ++i) {
    const I32x8 passes = format.type == memory::ChannelType::float_
                             ? compare<F32x8>(function, (F32x8)values[i], (F32x8)stored[i])
                             : (I32x8)compare<U32x8>(function, values[i] & mask, stored[i] & mask);
    passed |= Host::bits(passes) << i * kVectorLanes;
  }
  return passed;
}

// How the depths of a block are tested together.
struct DepthStep {
  memory::WordFormat format;
  Compare function = Compare::always;
  bool tests = false, writes = false;
};

// Returns the pixels of `live` that pass, and writes their depths. The host must round to nearest.
template <class Host>
std::uint32_t run_lanes(const DepthStep& step, const memory::TexelBlock& block, std::uint32_t live,
                        const DepthLanes& values) {
  if (step.tests) live &= compare_all<Host>(step.function, step.format.format(), values, block.load_lanes());
  if (step.writes && live != 0) block.store_lanes<Host>(values, live);
  return live;
}

std::array<F32x8, 2> find_depths(const ScreenTriangle& triangle, std::uint32_t x, std::uint32_t y) {
  return {depths_at(triangle, {x, y}, {x + 2, y}), depths_at(triangle, {x, y + 2}, {x + 2, y + 2})};
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
    return compare(state_.depth_function, std::bit_cast<float>(value), std::bit_cast<float>(stored));
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

memory::TexelBlocks PixelTests::depth_blocks(std::uint32_t layer) const {
  const memory::ImageLayout& image = *depth_.image;
  return {image, image.surface().mips.count, first_layer_ + layer};
}

// Tests and writes the depths of a block of pixels together. Returns false if the block has a stencil test, or if its
// depths cannot be placed together. The pixels must then be tested one by one.
bool PixelTests::run_block(const functions::Pixels& pixels, const Source& source, bool writes, memory::View& memory,
                           std::uint32_t& passed) const {
  if (!has_depth_alone() || !pixels.are_block()) return false;
  const DepthStep step{.format = memory::WordFormat(depth_.image->format()),
                       .function = state_.depth_function,
                       .tests = depth_.tests,
                       .writes = writes && depth_.writes};
  const memory::Access access = step.writes ? memory::Access::write : memory::Access::read;
  memory::TexelBlock block;
  if (!depth_blocks(pixels.layer).find(pixels.x(0), pixels.y(0), access, memory, block)) return false;
  const eu::NearestRounding rounding;
  const auto lost = trap_host_faults([&] {
    call_for_host(is_avx2_host(), [&]<class Host>() {
      std::array<F32x8, 2> depths;
      if (source.depths.empty())
        depths = find_depths(*source.triangle, pixels.x(0), pixels.y(0));
      else
        depths = {load8<F32x8>(source.depths.data()), load8<F32x8>(source.depths.data() + kVectorLanes)};
      passed = run_lanes<Host>(step, block, pixels.mask, pack_depths<Host>(step.format, depths));
    });
  });
  return !lost;
}

// Does the same for several blocks, from the first on. Returns how many were tested.
std::size_t PixelTests::run_blocks(std::span<Block> blocks, std::uint32_t layer, const ScreenTriangle& triangle,
                                   memory::View& memory) const {
  if (!has_depth_alone()) return 0;
  constexpr std::size_t kMost = 32;
  const DepthStep step{.format = memory::WordFormat(depth_.image->format()),
                       .function = state_.depth_function,
                       .tests = depth_.tests,
                       .writes = depth_.writes};
  const memory::Access access = step.writes ? memory::Access::write : memory::Access::read;
  const memory::TexelBlocks all = depth_blocks(layer);
  std::array<memory::TexelBlock, kMost> found;
  std::size_t count = 0;
  while (count != std::min(blocks.size(), kMost) &&
         all.find(blocks[count].x, blocks[count].y, access, memory, found[count]))
    ++count;
  const eu::NearestRounding rounding;
  std::atomic<std::size_t> tested = 0;  // in memory even if the trap ends the loop
  (void)trap_host_faults([&] {
    call_for_host(is_avx2_host(), [&]<class Host>() {
      DepthLanes depths;
      for (std::size_t i = 0; i < count; ++i) {
        Block& block = blocks[i];
        constexpr unsigned kAhead = 3;
        found[i].prefetch_right(kAhead);
        if (i == 0 || !triangle.setup.depth.is_level())
          depths = pack_depths<Host>(step.format, find_depths(triangle, block.x, block.y));
        block.pixels = static_cast<std::uint16_t>(run_lanes<Host>(step, found[i], block.pixels, depths));
        tested.store(i + 1, std::memory_order_relaxed);
      }
    });
  });
  return tested;
}

bool PixelTests::test_and_write(std::span<Block> blocks, std::uint32_t layer, const ScreenTriangle& triangle,
                                memory::View& memory) const {
  if (!is_needed()) return true;
  while (!blocks.empty()) {
    const std::size_t tested = run_blocks(blocks, layer, triangle, memory);
    blocks = blocks.subspan(tested);
    if (tested != 0) continue;
    const auto passed = run(block_pixels(blocks[0], layer), {.triangle = &triangle}, true, memory);
    if (!passed) return false;
    blocks[0].pixels = static_cast<std::uint16_t>(*passed);
    blocks = blocks.subspan(1);
  }
  return true;
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
