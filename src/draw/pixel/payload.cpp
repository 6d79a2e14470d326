#include "draw/pixel/payload.h"

#include <algorithm>
#include <cstring>

#include "base/bits.h"
#include "base/vector_loops.h"

namespace eugene::draw {
namespace {

constexpr unsigned kModes = 6;        // barycentric interpolation modes
constexpr unsigned kLinearModes = 3;  // the first of the modes without perspective
constexpr unsigned kGroup = 8;        // pixels whose floats fill a register
constexpr unsigned kFirst = 2;        // the registers of the layout begin here

void write_float(eu::Grf& grf, unsigned index, float value) {
  std::memcpy(grf.bytes.data() + index * sizeof value, &value, sizeof value);
}

// The middles of the pixels, column and row.
struct Centres {
  std::array<double, functions::Pixels::kMax> x, y;
};

Centres find_centres(const functions::Pixels& pixels) {
  constexpr std::array<double, functions::Pixels::kOfSubspan> kX{0.5, 1.5, 0.5, 1.5}, kY{0.5, 0.5, 1.5, 1.5};
  Centres centres;
  for (unsigned subspan = 0; subspan < pixels.subspan.size(); ++subspan) {
    const unsigned first = subspan * functions::Pixels::kOfSubspan;
    const double x = pixels.x(first), y = pixels.y(first);
    for (unsigned i = 0; i < kX.size(); ++i) {
      centres.x[first + i] = x + kX[i];
      centres.y[first + i] = y + kY[i];
    }
  }
  return centres;
}

// Writes the weights of eight pixels to two registers.
template <bool is_linear>
EUGENE_VECTOR_LOOPS void write_weights(const SetupTriangle& triangle, const Centres& centres, unsigned first,
                                       eu::Grf* to) {
  std::array<float, kGroup> second, third;
  for (unsigned i = 0; i < kGroup; ++i) {
    const double x = centres.x[first + i], y = centres.y[first + i];
    const Barycentrics weights = is_linear ? triangle.linear_at(x, y) : triangle.perspective_at(x, y);
    second[i] = weights.second;
    third[i] = weights.third;
  }
  std::memcpy(to[0].bytes.data(), second.data(), sizeof second);
  std::memcpy(to[1].bytes.data(), third.data(), sizeof third);
}

// Writes registers one after the other.
class Registers {
 public:
  Registers(std::span<eu::Grf> registers, const ThreadPixels& of, unsigned pixels)
      : registers_(registers), of_(of), pixels_(pixels), centres_(find_centres(of.pixels)) {}

  void write_barycentrics(bool is_linear) {
    const SetupTriangle& triangle = *of_.triangle;
    for (unsigned first = 0; first < pixels_; first += kGroup, at_ += 2) {
      eu::Grf* const to = &registers_[at_];
      if (is_linear)
        write_weights<true>(triangle, centres_, first, to);
      else
        write_weights<false>(triangle, centres_, first, to);
    }
  }
  template <class Value>
  void write_values(Value value) {
    for (unsigned first = 0; first < pixels_; first += kGroup, ++at_) {
      for (unsigned i = 0; i < kGroup; ++i) {
        write_float(registers_[at_], i, value(centres_.x[first + i], centres_.y[first + i]));
      }
    }
  }
  // Every pixel has one sample, in its middle.
  void write_offsets() { registers_[at_++].bytes.fill(std::byte{8}); }
  void write_coverage() {
    for (unsigned i = 0; i < pixels_; ++i) {
      const std::uint32_t mask = of_.pixels.mask >> i & 1;
      std::memcpy(registers_[at_ + i / kGroup].bytes.data() + i % kGroup * sizeof mask, &mask, sizeof mask);
    }
    at_ += pixels_ / kGroup;
  }

 private:
  std::span<eu::Grf> registers_;
  const ThreadPixels& of_;
  unsigned pixels_;
  Centres centres_;
  std::size_t at_ = kFirst;
};

}  // namespace

PixelKernel find_pixel_kernel(const PixelShader& shader) {
  if (!shader.has_8 && !shader.has_16) return {};
  const bool third = shader.has_8 && shader.has_16;
  return {.pixels = shader.has_16 ? 16U : 8U,
          .start = third ? shader.third_kernel : shader.first_kernel,
          .first_register = third ? shader.third_register : shader.first_register};
}

unsigned PixelPayloadLayout::end() const {
  const unsigned groups = pixels / kGroup;
  unsigned registers = kFirst + (has_offsets ? 1 : 0);
  for (unsigned mode = 0; mode < kModes; ++mode) registers += bit(barycentrics, mode) ? 2 * groups : 0;
  return registers + (has_depth ? groups : 0) + (has_w ? groups : 0) + (has_coverage ? groups : 0);
}

PixelPayloadLayout find_layout(const State3d& state, unsigned pixels) {
  return {.pixels = pixels,
          .barycentrics = state.windower.barycentrics,
          .has_depth = state.shader.uses_depth,
          .has_w = state.shader.uses_w,
          .has_offsets = state.shader.has_position_offset,
          .has_coverage = state.shader.uses_coverage};
}

void write_pixel_payload(const PixelPayloadLayout& layout, const ThreadPixels& of, std::span<eu::Grf> registers) {
  const functions::Pixels& pixels = of.pixels;
  std::array<std::uint32_t, 8> places{};
  std::ranges::copy(pixels.subspan, places.begin() + 2);
  places[7] = pixels.mask << 16 | pixels.mask;
  std::memcpy(registers[1].bytes.data(), places.data(), sizeof(places));
  if (layout.end() == kFirst) return;
  Registers to(registers, of, layout.pixels);
  // With one sample, centroids and samples are the centres of pixels.
  for (unsigned mode = 0; mode < kModes; ++mode) {
    if (bit(layout.barycentrics, mode)) to.write_barycentrics(mode >= kLinearModes);
  }
  const SetupTriangle& triangle = *of.triangle;
  if (layout.has_depth) {
    to.write_values([&](double x, double y) {
      return std::min(std::max(static_cast<float>(triangle.depth.at(x, y)), of.min_depth), of.max_depth);
    });
  }
  if (layout.has_w)
    to.write_values([&](double x, double y) { return static_cast<float>(1 / triangle.inverse_w.at(x, y)); });
  if (layout.has_offsets) to.write_offsets();
  if (layout.has_coverage) to.write_coverage();
}

}  // namespace eugene::draw
