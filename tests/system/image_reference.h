// Images on the host: what OpenCL C 8.2 "Addressing and Filtering" says that read_image gives.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "compare.h"
#include "gpu.h"

namespace suite {

using Float4 = std::array<double, 4>;

// Channels of an order, as indices of red, green, blue and alpha in memory order.
inline std::vector<unsigned> channels_of(cl_channel_order order) {
  switch (order) {
    case CL_R:
    case CL_DEPTH: return {0};
    case CL_A: return {3};
    case CL_RG: return {0, 1};
    case CL_RA: return {0, 3};
    case CL_RGB: return {0, 1, 2};
    case CL_RGBA:
    case CL_sRGBA: return {0, 1, 2, 3};
    case CL_BGRA:
    case CL_sBGRA: return {2, 1, 0, 3};
    case CL_ARGB: return {3, 0, 1, 2};
    case CL_ABGR: return {3, 2, 1, 0};
    default: return {};  // intensity and luminance have one, which counts several times
  }
}

inline std::size_t bytes_of(cl_channel_type type) {
  switch (type) {
    case CL_SNORM_INT8:
    case CL_UNORM_INT8:
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8: return 1;
    case CL_SNORM_INT16:
    case CL_UNORM_INT16:
    case CL_SIGNED_INT16:
    case CL_UNSIGNED_INT16:
    case CL_HALF_FLOAT: return 2;
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
    case CL_FLOAT: return 4;
    default: return 0;  // packed formats
  }
}
inline bool is_signed_integer(cl_channel_type type) {
  return type == CL_SIGNED_INT8 || type == CL_SIGNED_INT16 || type == CL_SIGNED_INT32;
}
inline bool is_unsigned_integer(cl_channel_type type) {
  return type == CL_UNSIGNED_INT8 || type == CL_UNSIGNED_INT16 || type == CL_UNSIGNED_INT32;
}

// One channel, as read_image gives it.
inline double channel_value(cl_channel_type type, const std::byte* at) {
  const auto as = [at](auto value) {
    std::memcpy(&value, at, sizeof(value));
    return value;
  };
  switch (type) {
    case CL_SNORM_INT8: return std::max(-1.0F, static_cast<float>(as(std::int8_t{})) / 127.0F);
    case CL_SNORM_INT16: return std::max(-1.0F, static_cast<float>(as(std::int16_t{})) / 32767.0F);
    case CL_UNORM_INT8: return static_cast<float>(as(std::uint8_t{})) / 255.0F;
    case CL_UNORM_INT16: return static_cast<float>(as(std::uint16_t{})) / 65535.0F;
    case CL_SIGNED_INT8: return as(std::int8_t{});
    case CL_SIGNED_INT16: return as(std::int16_t{});
    case CL_SIGNED_INT32: return as(std::int32_t{});
    case CL_UNSIGNED_INT8: return as(std::uint8_t{});
    case CL_UNSIGNED_INT16: return as(std::uint16_t{});
    case CL_UNSIGNED_INT32: return as(std::uint32_t{});
    case CL_HALF_FLOAT: return static_cast<float>(as(half{}));
    default: return as(float{});
  }
}

inline double linear_of_srgb(double value) {
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

// An image in the host's memory, rows and slices without gaps. An array's elements are slices.
struct HostImage {
  cl_image_format format{};
  cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D;
  std::size_t width = 1;
  std::size_t height = 1;
  std::size_t slices = 1;
  std::vector<std::byte> data;

  std::size_t channels() const {
    const std::size_t count = channels_of(format.image_channel_order).size();
    return count == 0 ? 1 : count;
  }
  std::size_t texel_bytes() const { return channels() * bytes_of(format.image_channel_data_type); }

  // Random bits, but no NaNs or infinities.
  void randomise(std::uint64_t seed) {
    Random random(seed);
    data.resize(width * height * slices * texel_bytes());
    for (std::byte& byte : data) byte = static_cast<std::byte>(random.next());
    for (std::size_t i = 0; i < width * height * slices * channels(); ++i) {
      if (format.image_channel_data_type == CL_FLOAT) {
        const auto value = static_cast<float>(random.uniform(-2, 2));
        std::memcpy(data.data() + i * 4, &value, 4);
      } else if (format.image_channel_data_type == CL_HALF_FLOAT) {
        const auto value = static_cast<half>(random.uniform(-2, 2));
        std::memcpy(data.data() + i * 2, &value, 2);
      }
    }
  }

  Float4 texel(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const std::byte* at = data.data() + ((static_cast<std::size_t>(z) * height + static_cast<std::size_t>(y)) * width +
                                         static_cast<std::size_t>(x)) *
                                            texel_bytes();
    const cl_channel_order order = format.image_channel_order;
    const cl_channel_type channel_type = format.image_channel_data_type;
    Float4 value{0, 0, 0, 1};
    if (order == CL_INTENSITY || order == CL_LUMINANCE) {
      const double grey = channel_value(channel_type, at);
      value = {grey, grey, grey, order == CL_INTENSITY ? grey : 1};
    }
    const std::vector<unsigned> indices = channels_of(order);
    for (std::size_t i = 0; i < indices.size(); ++i) {
      double channel = channel_value(channel_type, at + i * bytes_of(channel_type));
      if ((order == CL_sRGBA || order == CL_sBGRA) && indices[i] != 3) channel = linear_of_srgb(channel);
      value[indices[i]] = channel;
    }
    return value;
  }
  // The border colour of CLK_ADDRESS_CLAMP.
  Float4 border() const {
    switch (format.image_channel_order) {
      case CL_R:
      case CL_RG:
      case CL_RGB:
      case CL_LUMINANCE:
      case CL_DEPTH: return {0, 0, 0, 1};
      default: return {0, 0, 0, 0};
    }
  }
};

struct HostSampler {
  bool normalised = false;
  cl_addressing_mode mode = CL_ADDRESS_CLAMP;
  cl_filter_mode filter = CL_FILTER_NEAREST;
};

// Texels along one axis with their weights; -1 is the border.
struct HostTaps {
  std::array<std::int64_t, 2> index{};
  std::array<double, 2> weight{1, 0};
};

inline HostTaps taps(const HostSampler& sampler, float s, std::size_t count) {
  const auto size = static_cast<std::int64_t>(count);
  float u = s;
  if (sampler.normalised) {
    if (sampler.mode == CL_ADDRESS_REPEAT) {
      u = (s - std::floor(s)) * static_cast<float>(size);
    } else if (sampler.mode == CL_ADDRESS_MIRRORED_REPEAT) {
      u = std::fabs(s - 2.0F * std::rint(0.5F * s)) * static_cast<float>(size);
    } else {
      u = s * static_cast<float>(size);
    }
  }
  HostTaps result;
  double floor = std::floor(u);
  if (sampler.filter == CL_FILTER_LINEAR) {
    floor = std::floor(u - 0.5);
    const double fraction = static_cast<double>(u) - 0.5 - floor;
    result.weight = {1 - fraction, fraction};
  }
  for (unsigned n = 0; n < 2; ++n) {
    std::int64_t index = static_cast<std::int64_t>(floor) + n;
    switch (sampler.mode) {
      case CL_ADDRESS_REPEAT: index = (index % size + size) % size; break;
      case CL_ADDRESS_CLAMP: index = index < 0 || index >= size ? -1 : index; break;
      default: index = std::clamp<std::int64_t>(index, 0, size - 1); break;
    }
    result.index[n] = index;
  }
  return result;
}

// `at`: coordinates, of which an array's index is the last. `axes`: those that are filtered.
inline Float4 sample(const HostImage& image, const HostSampler& sampler, const std::array<float, 3>& at, unsigned axes,
                     bool is_array) {
  const std::array<std::size_t, 3> size{image.width, image.height, image.slices};
  std::array<HostTaps, 3> axis;
  for (unsigned n = 0; n < axes; ++n) axis[n] = taps(sampler, at[n], size[n]);
  std::int64_t slice = 0;
  if (is_array) slice = std::clamp<std::int64_t>(std::lrint(at[axes]), 0, static_cast<std::int64_t>(image.slices) - 1);
  Float4 sum{};
  for (unsigned i = 0; i < 8; ++i) {
    const std::array<unsigned, 3> n{i & 1, i >> 1 & 1, i >> 2};
    const double weight = axis[0].weight[n[0]] * axis[1].weight[n[1]] * axis[2].weight[n[2]];
    if (weight == 0) continue;
    const std::int64_t x = axis[0].index[n[0]];
    const std::int64_t y = axis[1].index[n[1]];
    const std::int64_t z = is_array ? slice : axis[2].index[n[2]];
    const Float4 texel = x < 0 || y < 0 || z < 0 ? image.border() : image.texel(x, y, z);
    for (unsigned c = 0; c < 4; ++c) sum[c] += weight * texel[c];
  }
  return sum;
}

}  // namespace suite
