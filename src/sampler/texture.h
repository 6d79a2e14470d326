// One surface with one sampler state: computes filtered texels at coordinates (SKL PRM vol7 "3D Sampler").
//
// Filtering is a sum of texels, with 8-bit weights in u, v, r and between levels. How hardware rounds inside that sum
// is not public. Here the sum is exact, in double precision, and is rounded to single precision once. So equal texels
// always give the same value, whatever the weights, and the result depends on neither host nor order. A texel with
// weight 0 is not fetched.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "memory/texel.h"
#include "memory/view.h"
#include "sampler/address.h"
#include "sampler/blend.h"
#include "sampler/cube.h"
#include "sampler/lod.h"
#include "sampler/state.h"

namespace eugene::sampler {

using memory::Pixel;

// Coordinates of one channel, in the order of the messages: u, v, r, ai. The index of an array element follows after
// the axes of the surface.
struct Point {
  std::array<float, 4> at{};
  std::array<std::int8_t, 3> offset{};  // texels
};

// A sample: its coordinates, and how its texels are combined.
struct Request {
  Point point;
  std::int32_t lod = 0;            // in 1/256, with the message's bias
  std::int32_t minimum_lod = 0;    // the minimum LOD of the message
  unsigned samples = 1;            // for anisotropic filtering, along `axis`
  std::array<float, 3> axis{};     // distance over which the samples are spread, in coordinates
  std::optional<float> reference;  // each texel is compared with it before filtering
};

class Texture {
 public:
  // All arguments must outlive the texture. `border` comes from decode_border().
  Texture(const memory::TexelReader& reader, const SamplerState& state, const Pixel& border, memory::View& view);

  // Axes of the surface: 1 to 3.
  unsigned axes() const { return axes_; }
  bool is_cube() const { return is_cube_; }
  const Levels& levels() const { return levels_; }
  const SamplerState& state() const { return *state_; }
  // Maximum number of samples for anisotropic filtering; 1 without it.
  unsigned max_samples() const;

  // Returns the filtered and compared texel, after the surface's channel selects.
  Pixel sample(const Request& request);
  // Returns one channel of the four texels that linear filtering in u and v would use: the texels at (0, 1), (1, 1),
  // (1, 0), (0, 0).
  Pixel gather(const Request& request, unsigned channel);
  // Returns the texel at integer coordinates u, v, r, ai. Outside the surface and its levels it is zeros, with one in
  // alpha if the format has no alpha.
  Pixel load(const std::array<std::int32_t, 4>& at, std::int32_t level, std::uint32_t sample);

  // Returns the first address that was not mapped since the last call. Texels there are zeros.
  std::optional<std::uint64_t> take_bad_address();

 private:
  Axis axis(unsigned number, bool magnified, std::int32_t size) const;
  std::uint32_t find_slice(const Point& point, std::uint32_t slices) const;
  Pixel fetch(const memory::TexelPlace& place);
  Pixel fetch_or_border(std::int32_t x, std::int32_t y, std::int32_t z, const memory::TexelPlace& place);
  void add_level(Blend& blend, const Point& point, const LevelChoice& choice, std::uint8_t level, double weight);
  void add_face(Blend& blend, const Point& point, bool linear, bool magnified, std::uint8_t level, double weight);
  Pixel face_texel(std::uint32_t first_slice, std::uint8_t level, const FaceTexel& texel, std::int32_t size);

  const memory::TexelReader* reader_;
  const SamplerState* state_;
  const Pixel* border_;
  memory::View* view_;
  unsigned axes_;
  bool is_cube_;
  std::array<AddressMode, 3> address_;
  bool is_integer_;
  Levels levels_;
  std::optional<std::uint64_t> bad_address_;
};

}  // namespace eugene::sampler
