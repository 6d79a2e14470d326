// How coordinates change from a pixel to the next, which gives the level of detail: channels come in groups of four,
// which are 2 x 2 pixels (SKL PRM vol7 "LOD Computation").
#pragma once

#include "functions/sampler/payload.h"
#include "sampler/texture.h"

namespace eugene::functions {

// From the differences of pixel 0 to 1 and to 2 of the lane's group, enabled or not; of a cube on the face that this
// lane's direction meets.
sampler::Gradients neighbour_gradients(const sampler::Texture& texture, const Parameters& parameters, unsigned lane);
// As the message gives them.
sampler::Gradients given_gradients(const sampler::Texture& texture, const Parameters& parameters, unsigned lane);

// The level of detail, and of anisotropic filtering number and spread of samples.
void use_gradients(const sampler::Texture& texture, const sampler::Gradients& gradients, sampler::Request& request);

}  // namespace eugene::functions
