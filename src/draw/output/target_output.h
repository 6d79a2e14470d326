// Tests, blends and stores the pixels of a draw after its pixel shader.
#pragma once

#include <array>
#include <atomic>
#include <span>

#include "draw/output/blend_equation.h"
#include "draw/output/pixel_tests.h"
#include "draw/setup/screen_triangle.h"
#include "draw/state/dynamic_state.h"
#include "functions/pixel_output.h"

namespace eugene::draw {

// The steps that follow the pixel shader.
struct LateWork {
  functions::PixelOutput::Parts parts;  // what the shader computes
  bool tests = false, writes = false;
  bool counts = false;  // pixels have not been counted yet
};

class TargetOutput final : public functions::PixelOutput {
 public:
  // `triangles` are named by the pixels' `source`. They must live as long as the output.
  TargetOutput(const BlendState& blend, const PixelTests& tests, const LateWork& late,
               std::span<const ScreenTriangle> triangles);

  Parts parts() const override { return late_.parts; }
  std::uint8_t kept_channels(unsigned target) const override { return find(target).kept_channels; }
  bool reads_target(unsigned target) const override;
  memory::Pixel merge(unsigned target, const memory::PixelFormat& format, const Colors& colors) const override;
  void merge_block(unsigned target, const memory::PixelFormat& format, BlockColors& colors) const override;
  bool has_late_work() const override { return late_.tests || late_.writes || late_.counts || blend_.reads_alpha(); }
  std::optional<std::uint32_t> test(const functions::Pixels& pixels, std::uint32_t live,
                                    const functions::PixelValues& values, memory::View& memory) const override;
  bool finish(const functions::Pixels& pixels, std::uint32_t live, const functions::PixelValues& values,
              memory::View& memory) const override;
  // Pixels that passed in finish(), if they were to be counted.
  std::uint64_t counted() const { return counted_; }

 private:
  std::uint32_t test_alphas(std::uint32_t live, const functions::PixelValues& values) const;
  std::optional<std::uint32_t> run(const functions::Pixels& pixels, std::uint32_t live,
                                   const functions::PixelValues& values, bool writes, memory::View& memory) const;
  const TargetBlend& find(unsigned target) const { return blend_.targets[target % BlendState::kTargets]; }

  BlendState blend_;
  std::array<Equations, BlendState::kTargets> equations_;
  PixelTests tests_;
  LateWork late_;
  std::span<const ScreenTriangle> triangles_;
  mutable std::atomic<std::uint64_t> counted_ = 0;
};

}  // namespace eugene::draw
