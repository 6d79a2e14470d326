// Tests, blends and stores the pixels of a draw after its pixel shader.
#pragma once

#include <atomic>
#include <span>

#include "draw/output/depth_test.h"
#include "draw/state/dynamic_state.h"
#include "functions/pixel_output.h"

namespace eugene::draw {

// The depth of pixel (x, y) of a triangle, by the number of the triangle, for pixel shaders that do not compute it.
class DepthSource {
 public:
  virtual ~DepthSource() = default;
  virtual float depth_at(std::uint32_t triangle, std::uint32_t x, std::uint32_t y) const = 0;

 protected:
  DepthSource() = default;
  DepthSource(const DepthSource&) = default;
  DepthSource& operator=(const DepthSource&) = default;
};

// The steps that follow the pixel shader.
struct LateWork {
  bool computes_depths = false;  // the shader does
  bool tests = false, writes = false;
  bool counts = false;  // pixels have not been counted yet
};

class TargetOutput final : public functions::PixelOutput {
 public:
  TargetOutput(const BlendState& blend, const DepthTest& depth, const LateWork& late, const DepthSource* depths)
      : blend_(blend), depth_(depth), late_(late), depths_(depths) {}

  bool has_depths() const override { return late_.computes_depths; }
  std::uint8_t kept_channels(unsigned target) const override { return find(target).kept_channels; }
  bool reads_target(unsigned target) const override;
  memory::Pixel merge(unsigned target, const memory::PixelFormat& format, const memory::Pixel& source,
                      const memory::Pixel& before) const override;
  std::optional<std::uint32_t> test(const functions::Pixels& pixels, std::uint32_t live,
                                    const std::array<float, kPixels>& depths, memory::View& memory) const override;
  bool finish(const functions::Pixels& pixels, std::uint32_t live, const std::array<float, kPixels>& depths,
              memory::View& memory) const override;
  // Pixels that finish() got, if they were to be counted.
  std::uint64_t counted() const { return counted_; }

 private:
  float depth_of(const functions::Pixels& pixels, const DepthTest::Place& place, float computed) const;
  const TargetBlend& find(unsigned target) const { return blend_.targets[target % BlendState::kTargets]; }

  BlendState blend_;
  DepthTest depth_;
  LateWork late_;
  const DepthSource* depths_;
  mutable std::atomic<std::uint64_t> counted_ = 0;
};

}  // namespace eugene::draw
