#include "draw/pixel/payload.h"

#include <array>

#include "base/bits.h"
#include "base/vector_host.h"
#include "draw/setup/subspan.h"

namespace eugene::draw {
namespace {

constexpr unsigned kModes = 6;        // barycentric interpolation modes
constexpr unsigned kLinearModes = 3;  // the first of the modes without perspective
constexpr unsigned kGroup = 8;        // pixels whose floats fill a register
constexpr unsigned kFirst = 2;        // the registers of the layout begin here

// Writes registers one after the other, from values at the middles of pixels.
class Registers {
 public:
  Registers(eu::Grf* registers, const ThreadPixels& of, unsigned pixels)
      : registers_(registers), of_(of), pixels_(pixels), centres_{centres(0), centres(1), centres(2), centres(3)} {}

  // A register with the second vertex's weights of eight pixels, then one with the third's.
  void write_barycentrics(bool is_linear) {
    const SetupTriangle& triangle = *of_.triangle;
    for (unsigned first = 0; first < pixels_; first += kGroup) {
      std::array<Weights, 2> weights;
      for (unsigned i = 0; i < weights.size(); ++i)
        weights[i] = find_weights(triangle, centres_[first / kOfSubspan + i], is_linear);
      write(join(weights[0].second, weights[1].second));
      write(join(weights[0].third, weights[1].third));
    }
  }
  void write_depths() {
    const ScreenTriangle triangle{
        .setup = {.depth = of_.triangle->depth}, .min_depth = of_.min_depth, .max_depth = of_.max_depth};
    for (unsigned i = 0; i < pixels_ / kOfSubspan; i += 2) write(depths_at(triangle, centres_[i], centres_[i + 1]));
  }
  void write_w() {
    const auto w = [&](unsigned i) { return to_floats(1 / values_at(of_.triangle->inverse_w, centres_[i])); };
    for (unsigned i = 0; i < pixels_ / kOfSubspan; i += 2) write(join(w(i), w(i + 1)));
  }
  // Every pixel has one sample, in its middle.
  void write_offsets() { registers_[at_++].bytes.fill(std::byte{8}); }
  void write_coverage() {
    for (unsigned first = 0; first < pixels_; first += kGroup) {
      constexpr U32x8 kBits{0, 1, 2, 3, 4, 5, 6, 7};
      write(of_.pixels->mask >> first >> kBits & 1);
    }
  }

 private:
  struct Weights {
    SubspanFloats second, third;
  };
  static Weights find_weights(const SetupTriangle& triangle, const SubspanCentres& at, bool is_linear) {
    if (is_linear) return {to_floats(values_at(triangle.linear[0], at)), to_floats(values_at(triangle.linear[1], at))};
    const ScreenPlane& inverse_w = triangle.inverse_w;
    // Four divisions take longer than all the rest.
    const SubspanDoubles w =
        inverse_w.is_level() ? SubspanDoubles{} + 1 / inverse_w.origin : 1 / values_at(inverse_w, at);
    return {to_floats(values_at(triangle.over_w[0], at) * w), to_floats(values_at(triangle.over_w[1], at) * w)};
  }
  SubspanCentres centres(unsigned subspan) const {
    const unsigned first = subspan * kOfSubspan;
    return {of_.pixels->x(first), of_.pixels->y(first)};
  }
  template <class Vector>
  void write(const Vector& eight) {
    store8(registers_[at_++].bytes.data(), eight);
  }

  static constexpr unsigned kOfSubspan = functions::Pixels::kOfSubspan;

  eu::Grf* registers_;
  const ThreadPixels& of_;
  unsigned pixels_;
  std::array<SubspanCentres, functions::Pixels::kMax / kOfSubspan> centres_;
  std::size_t at_ = kFirst;
};

// Writes the places of the subspans, and twice the mask of the lit pixels.
void write_places(const functions::Pixels& pixels, eu::Grf& to) {
  const auto& [first, right, below, last] = pixels.subspan;
  store8(to.bytes.data(), U32x8{0, 0, first, right, below, last, 0, pixels.mask << 16 | pixels.mask});
}

void write_layout(const PixelPayloadLayout& layout, const ThreadPixels& of, eu::Grf* registers) {
  Registers to(registers, of, layout.pixels);
  // With one sample, centroids and samples are the centres of pixels.
  for (unsigned mode = 0; mode < kModes; ++mode) {
    if (bit(layout.barycentrics, mode)) to.write_barycentrics(mode >= kLinearModes);
  }
  if (layout.has_depth) to.write_depths();
  if (layout.has_w) to.write_w();
  if (layout.has_offsets) to.write_offsets();
  if (layout.has_coverage) to.write_coverage();
}

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
  call_for_host(is_avx2_host(), [&]<class Host>() {
    write_places(*of.pixels, registers[1]);
    if (layout.end() != kFirst) write_layout(layout, of, registers.data());
  });
}

}  // namespace eugene::draw
