// Computes gradients, the differences of coordinates between neighbouring pixels, which determine the level of detail.
// Channels are in groups of four, each a square of 2 x 2 pixels (SKL PRM vol7 "LOD Computation").
#pragma once

#include <array>

#include "functions/sampler/payload.h"
#include "sampler/texture.h"

namespace eugene::functions {

// Coordinates of a pixel: u, v and r.
using SamplePoint = std::array<float, 3>;

// Returns the differences from the coordinates of a pixel to those of its neighbours.
sampler::Gradients differences(const SamplePoint& at, const SamplePoint& right, const SamplePoint& below);
// Returns the differences between pixels 0 and 1, and 0 and 2, of the lane's group, even if they are disabled. For a
// cube, they are projected onto the face that this lane's direction hits.
sampler::Gradients neighbour_gradients(const sampler::Texture& texture, const Parameters& parameters, unsigned lane);
// Returns the gradients in the message's parameters.
sampler::Gradients given_gradients(const sampler::Texture& texture, const Parameters& parameters, unsigned lane);

// Sets the level of detail and, for anisotropic filtering, the number and spread of samples.
void use_gradients(const sampler::Texture& texture, const sampler::Gradients& gradients, sampler::Request& request);

}  // namespace eugene::functions
