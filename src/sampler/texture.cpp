#include "sampler/texture.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace eugene::sampler {
namespace {

using memory::SurfaceState;
using memory::SurfaceType;
using memory::TexelPlace;

unsigned count_axes(const SurfaceState& surface) {
  switch (surface.type) {
    case SurfaceType::two_d:
    case SurfaceType::cube: return 2;
    case SurfaceType::three_d: return 3;
    default: return 1;
  }
}

// Applies Cube Surface Control Mode (SKL PRM vol2d SAMPLER_STATE).
std::array<AddressMode, 3> choose_address_modes(const SamplerState& state, bool is_cube) {
  if (!is_cube || !state.overrides_cubes) return state.address;
  return {AddressMode::cube, AddressMode::cube, AddressMode::cube};
}

// Rounds to the nearest element, ties to even (SKL PRM vol7: array index).
std::uint32_t array_element(float index, std::uint32_t elements) {
  const float rounded = std::rint(index);
  if (!(rounded > 0)) return 0;  // also for NaN
  return rounded >= static_cast<float>(elements) ? elements - 1 : static_cast<std::uint32_t>(rounded);
}

// Limits the size of buffers, which can have more elements than a coordinate can address.
std::int32_t clamp_side(std::uint32_t texels) { return static_cast<std::int32_t>(std::min(texels, 1U << 27)); }

// Clamps the reference to the range of a unorm format.
std::optional<float> reference_for(const memory::PixelFormat& format, std::optional<float> reference) {
  if (!reference || format.type != memory::ChannelType::unorm) return reference;
  return *reference > 0 ? std::min(*reference, 1.0F) : 0.0F;
}

}  // namespace

Texture::Texture(const memory::TexelReader& reader, const SamplerState& state, const Pixel& border, memory::View& view)
    : reader_(&reader),
      state_(&state),
      border_(&border),
      view_(&view),
      axes_(count_axes(reader.surface())),
      is_cube_(reader.surface().type == SurfaceType::cube),
      address_(choose_address_modes(state, is_cube_)),
      is_integer_(reader.format().has_integers()) {
  const SurfaceState& surface = reader.surface();
  levels_.count = static_cast<std::uint8_t>(surface.mips.count + 1U);
  const unsigned base = surface.mips.base != 0 ? surface.mips.base : state.base_level;  // in half levels
  levels_.base = static_cast<std::int32_t>(base) * (kOne / 2);
  levels_.minimum = surface.mips.resource_minimum_lod;
  const memory::TexelExtent size = reader.extent(surface.mips.minimum_lod);
  if (state.normalised) {
    const std::array<std::uint32_t, 3> sides{size.width, size.height, size.slices};
    for (unsigned axis = 0; axis < 3; ++axis) {
      levels_.scale[axis] = axis < axes_ ? static_cast<float>(sides[axis]) : 0.0F;
    }
  }
}

unsigned Texture::max_samples() const {
  return state_->min_filter == Filter::anisotropic ? state_->maximum_anisotropy : 1;
}

Axis Texture::axis(unsigned number, bool magnified, std::int32_t size) const {
  return {.mode = address_[number],
          .normalised = state_->normalised,
          .rounds = magnified ? state_->rounds_mag[number] : state_->rounds_min[number],
          .size = size};
}

std::uint32_t Texture::find_slice(const Point& point, std::uint32_t slices) const {
  return reader_->surface().is_array ? array_element(point.at[axes_], slices) : 0;
}

std::optional<std::uint64_t> Texture::take_bad_address() {
  const auto address = bad_address_;
  bad_address_.reset();
  return address;
}

Pixel Texture::fetch(const TexelPlace& place) {
  Pixel texel{};
  if (!reader_->fetch(*view_, place, texel)) {
    if (!bad_address_) bad_address_ = view_->bad_address();
    texel = {};
  }
  return texel;
}

Pixel Texture::fetch_or_border(std::int32_t x, std::int32_t y, std::int32_t z, const TexelPlace& place) {
  if (x == kBorderTexel || y == kBorderTexel || z == kBorderTexel) return *border_;
  TexelPlace at = place;
  at.x = static_cast<std::uint32_t>(x);
  at.y = static_cast<std::uint32_t>(y);
  at.slice += static_cast<std::uint32_t>(z);
  return fetch(at);
}

void Texture::add_level(Blend& blend, const Point& point, const LevelChoice& choice, std::uint8_t level,
                        double weight) {
  const Filter filter = choice.magnified ? state_->mag_filter : state_->min_filter;
  const bool linear = filter != Filter::nearest && !is_integer_;
  if (is_cube_) {
    add_face(blend, point, linear, choice.magnified, level, weight);
    return;
  }
  const auto whole_level = static_cast<std::uint8_t>(level + reader_->surface().mips.minimum_lod);
  const memory::TexelExtent size = reader_->extent(whole_level);
  const std::array<std::int32_t, 3> sides{clamp_side(size.width), clamp_side(size.height), clamp_side(size.slices)};
  std::array<AxisTexels, 3> texels{};
  for (unsigned n = 0; n < axes_; ++n) {
    texels[n] = axis_texels(axis(n, choice.magnified, sides[n]), point.at[n], linear, point.offset[n]);
  }
  TexelPlace place{.level = whole_level};
  if (axes_ < 3) place.slice = find_slice(point, size.slices);
  const auto part = [](const AxisTexels& axis, unsigned index) {
    return index == 0 ? kOne - axis.weight : axis.weight;
  };
  for (unsigned index = 0; index < 8; ++index) {
    const unsigned i = index & 1;
    const unsigned j = index >> 1 & 1;
    const unsigned k = index >> 2;
    const std::int32_t product = part(texels[0], i) * part(texels[1], j) * part(texels[2], k);
    if (product == 0) continue;
    constexpr double kWhole = double{kOne} * kOne * kOne;
    blend.add(fetch_or_border(texels[0].texel[i], texels[1].texel[j], texels[2].texel[k], place),
              weight * product / kWhole);
  }
}

Pixel Texture::face_texel(std::uint32_t first_slice, std::uint8_t level, const FaceTexel& texel, std::int32_t size) {
  const auto fetch_at = [&](const FaceTexel& at) {
    return fetch({.x = static_cast<std::uint32_t>(at.x),
                  .y = static_cast<std::uint32_t>(at.y),
                  .slice = first_slice + at.face,
                  .level = level});
  };
  if (address_[0] != AddressMode::cube) {
    const std::int32_t x = find_texel(address_[0], texel.x, size);
    const std::int32_t y = find_texel(address_[1], texel.y, size);
    return x == kBorderTexel || y == kBorderTexel ? *border_ : fetch_at({texel.face, x, y});
  }
  if (!is_beyond_corner(texel, size)) return fetch_at(across_edge(texel, size));
  // Only three texels meet at a corner; the fourth is their mean.
  const std::int32_t inner_x = std::clamp(texel.x, 0, size - 1);
  const std::int32_t inner_y = std::clamp(texel.y, 0, size - 1);
  Blend mean(SamplerState{}, std::nullopt);
  mean.add(fetch_at({texel.face, inner_x, inner_y}), 1.0 / 3);
  mean.add(fetch_at(across_edge({texel.face, texel.x, inner_y}, size)), 1.0 / 3);
  mean.add(fetch_at(across_edge({texel.face, inner_x, texel.y}, size)), 1.0 / 3);
  return mean.result();
}

void Texture::add_face(Blend& blend, const Point& point, bool linear, bool magnified, std::uint8_t level,
                       double weight) {
  const auto whole_level = static_cast<std::uint8_t>(level + reader_->surface().mips.minimum_lod);
  const memory::TexelExtent extent = reader_->extent(whole_level);
  const std::int32_t size = clamp_side(extent.width);
  const FacePoint on_face = face_point({point.at[0], point.at[1], point.at[2]});
  const std::uint32_t cubes = std::max(extent.slices / 6, 1U);
  const std::uint32_t first = reader_->surface().is_array ? array_element(point.at[3], cubes) * 6 : 0;
  const auto indices = [&](unsigned number, double coordinate) {
    Axis across = axis(number, magnified, size);
    across.normalised = true;
    if (across.mode == AddressMode::wrap) across.mode = AddressMode::clamp;  // 0 and 1 are different edges
    const Position position = compute_position(across, static_cast<float>(coordinate));
    const std::int64_t inside = std::clamp<std::int64_t>(position.at, 0, std::int64_t{size} * kOne - (linear ? 0 : 1));
    return compute_indices(across, {.at = inside}, linear, 0);
  };
  const AxisIndices s = indices(0, on_face.s);
  const AxisIndices t = indices(1, on_face.t);
  for (unsigned index = 0; index < 4; ++index) {
    const bool right = (index & 1) != 0;
    const bool below = (index & 2) != 0;
    const std::int32_t product = (right ? s.weight : kOne - s.weight) * (below ? t.weight : kOne - t.weight);
    if (product == 0) continue;
    const FaceTexel texel{on_face.face, static_cast<std::int32_t>(s.first) + (right ? 1 : 0),
                          static_cast<std::int32_t>(t.first) + (below ? 1 : 0)};
    blend.add(face_texel(first, whole_level, texel, size), weight * product / (double{kOne} * kOne));
  }
}

Pixel Texture::sample(const Request& request) {
  if (state_->disabled) return {};
  const LevelChoice choice = choose_levels(*state_, levels_, request.lod, request.minimum_lod);
  Blend blend(*state_, reference_for(reader_->format(), request.reference));
  const unsigned samples = choice.magnified ? 1 : request.samples;
  for (unsigned n = 0; n < samples; ++n) {
    Point point = request.point;
    if (samples > 1) {
      const float along = (static_cast<float>(n) + 0.5F) / static_cast<float>(samples) - 0.5F;
      for (unsigned axis = 0; axis < 3; ++axis) point.at[axis] += request.axis[axis] * along;
    }
    const double share = 1.0 / samples;
    if (choice.weight != kOne) {
      add_level(blend, point, choice, choice.first, share * (kOne - choice.weight) / kOne);
    }
    if (choice.weight != 0) add_level(blend, point, choice, choice.second, share * choice.weight / kOne);
  }
  return memory::select_channels(reader_->surface(), reader_->format(), blend.result());
}

Pixel Texture::gather(const Request& request, unsigned channel) {
  if (state_->disabled) return {};
  const LevelChoice choice = choose_levels(*state_, levels_, request.lod, request.minimum_lod);
  const auto level = static_cast<std::uint8_t>(choice.first + reader_->surface().mips.minimum_lod);
  const memory::TexelExtent extent = reader_->extent(level);
  const std::int32_t width = clamp_side(extent.width);
  const std::int32_t height = clamp_side(extent.height);
  const Point& point = request.point;
  std::array<std::int64_t, 2> u{};
  std::array<std::int64_t, 2> v{};
  unsigned face = 0;
  std::uint32_t slice = 0;
  if (is_cube_) {
    const FacePoint on_face = face_point({point.at[0], point.at[1], point.at[2]});
    face = on_face.face;
    const Axis across{.normalised = true, .rounds = true, .size = width};
    u = find_neighbours(across, static_cast<float>(on_face.s), 0);
    v = find_neighbours(across, static_cast<float>(on_face.t), 0);
    if (reader_->surface().is_array) slice = array_element(point.at[3], std::max(extent.slices / 6, 1U)) * 6;
  } else {
    u = find_neighbours(axis(0, true, width), point.at[0], point.offset[0]);
    if (axes_ > 1) v = find_neighbours(axis(1, true, height), point.at[1], point.offset[1]);
    slice = find_slice(point, extent.slices);
  }
  constexpr std::array<std::array<std::size_t, 2>, 4> kOrder{{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
  Pixel result{};
  for (unsigned n = 0; n < 4; ++n) {
    const std::int64_t x = u[kOrder[n][0]];
    const std::int64_t y = axes_ > 1 ? v[kOrder[n][1]] : 0;
    Pixel texel{};
    if (is_cube_) {
      texel = face_texel(slice, level, {face, static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)}, width);
    } else {
      texel = fetch_or_border(find_texel(address_[0], x, width), axes_ > 1 ? find_texel(address_[1], y, height) : 0, 0,
                              {.slice = slice, .level = level});
    }
    Blend one(*state_, reference_for(reader_->format(), request.reference));
    one.add(texel, 1);
    result[n] = memory::select_channels(reader_->surface(), reader_->format(), one.result())[channel];
  }
  return result;
}

Pixel Texture::load(const std::array<std::int32_t, 4>& at, std::int32_t level, std::uint32_t sample) {
  const SurfaceState& surface = reader_->surface();
  const auto outside = [&] {
    Pixel texel = memory::out_of_bounds_pixel(reader_->format());
    if (reader_->format().channels[3].bits != 0) texel[3] = 0;
    return memory::select_channels(surface, reader_->format(), texel);
  };
  if (level < 0 || level > surface.mips.count) return outside();
  TexelPlace place{.level = static_cast<std::uint8_t>(level + surface.mips.minimum_lod),
                   .sample = static_cast<std::uint8_t>(std::min(sample, 15U))};
  const memory::TexelExtent size = reader_->extent(place.level);
  const auto inside = [](std::int32_t index, std::uint32_t count) {
    return static_cast<std::uint32_t>(index) < count;  // a negative index becomes large
  };
  place.x = static_cast<std::uint32_t>(at[0]);
  if (axes_ > 1) place.y = static_cast<std::uint32_t>(at[1]);
  if (axes_ > 2 || surface.is_array) place.slice = static_cast<std::uint32_t>(at[axes_ > 2 ? 2 : axes_]);
  if (!inside(at[0], size.width) || place.y >= size.height || place.slice >= size.slices) return outside();
  return memory::select_channels(surface, reader_->format(), fetch(place));
}

}  // namespace eugene::sampler
