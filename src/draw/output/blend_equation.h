// Blend equations, with factors that need no branch for each component.
#pragma once

#include <cstddef>
#include <cstdint>

#include "draw/state/dynamic_state.h"

namespace eugene::draw {

// The colours that factors are computed from. `saturated` has the factors for source_alpha_saturate.
enum class BlendTerm : std::uint8_t { zero, source, second, destination, constant, saturated };
inline constexpr std::size_t kBlendTerms = 6;

// A factor is base + slope * term.
struct TermFactor {
  float base = 0, slope = 0;
  BlendTerm term = BlendTerm::zero;
  bool is_alpha = false;  // each component has the factor of alpha
};

// The equation of one or more components: source * factor + destination * factor with a sign for each product, or the
// minimum or maximum of source and destination.
struct Equation {
  explicit Equation(const BlendEquation& equation);

  // Whether a factor is made of the term.
  bool uses(BlendTerm term) const { return source.term == term || destination.term == term; }

  TermFactor source, destination;
  BlendFunction function;
  float source_sign, destination_sign;
};

// The equations of a target. Finding them takes as long as blending a few pixels.
struct Equations {
  Equations() : Equations(TargetBlend{}) {}
  explicit Equations(const TargetBlend& blend) : color(blend.color), alpha(blend.alpha) {}

  bool use(BlendTerm term) const { return color.uses(term) || alpha.uses(term); }

  Equation color, alpha;
};

}  // namespace eugene::draw
