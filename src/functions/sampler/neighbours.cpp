#include "functions/sampler/neighbours.h"

namespace eugene::functions {
namespace {

using sampler::Gradients;

SamplePoint coordinates(const Parameters& parameters, unsigned lane) {
  return {parameters.number(Parameter::u, lane), parameters.number(Parameter::v, lane),
          parameters.number(Parameter::r, lane)};
}

// Cube map gradients: projects the directions onto the face that `direction` hits.
Gradients on_face(const SamplePoint& direction, const SamplePoint& at, const SamplePoint& right,
                  const SamplePoint& below) {
  const auto wide = [](const SamplePoint& from) { return sampler::Direction{from[0], from[1], from[2]}; };
  const auto face = static_cast<int>(sampler::find_face(wide(direction)));
  const auto project = [&](const SamplePoint& from) {
    const sampler::FacePoint point = sampler::face_point(wide(from), face);
    return SamplePoint{static_cast<float>(point.s), static_cast<float>(point.t), 0};
  };
  return differences(project(at), project(right), project(below));
}

}  // namespace

Gradients differences(const SamplePoint& at, const SamplePoint& right, const SamplePoint& below) {
  Gradients gradients;
  for (unsigned axis = 0; axis < 3; ++axis) {
    gradients.dx[axis] = right[axis] - at[axis];
    gradients.dy[axis] = below[axis] - at[axis];
  }
  return gradients;
}

Gradients neighbour_gradients(const sampler::Texture& texture, const Parameters& parameters, unsigned lane) {
  const unsigned first = lane & ~3U;
  const SamplePoint at = coordinates(parameters, first);
  const SamplePoint right = coordinates(parameters, first + 1);
  const SamplePoint below = coordinates(parameters, first + 2);
  if (texture.is_cube()) return on_face(coordinates(parameters, lane), at, right, below);
  return differences(at, right, below);
}

Gradients given_gradients(const sampler::Texture& texture, const Parameters& parameters, unsigned lane) {
  const auto number = [&](Parameter parameter) { return parameters.number(parameter, lane); };
  const Gradients gradients{.dx = {number(Parameter::dudx), number(Parameter::dvdx), number(Parameter::drdx)},
                            .dy = {number(Parameter::dudy), number(Parameter::dvdy), number(Parameter::drdy)}};
  if (!texture.is_cube()) return gradients;
  const SamplePoint at = coordinates(parameters, lane);
  SamplePoint right = at;
  SamplePoint below = at;
  for (unsigned axis = 0; axis < 3; ++axis) {
    right[axis] += gradients.dx[axis];
    below[axis] += gradients.dy[axis];
  }
  return on_face(at, at, right, below);
}

void use_gradients(const sampler::Texture& texture, const Gradients& gradients, sampler::Request& request) {
  const sampler::Footprint footprint = sampler::footprint(texture.levels(), gradients, texture.max_samples());
  request.lod = footprint.lod;
  request.samples = footprint.samples;
  request.axis = footprint.along_y ? gradients.dy : gradients.dx;
}

}  // namespace eugene::functions
