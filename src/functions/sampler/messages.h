// The sampler's messages: the parameters of each, in order, and the operation. SKL PRM vol7 "3D Sampler Messages", SNB
// PRM vol4 part1 "Sampling Engine Message Types".
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "isa/gen.h"
#include "isa/message/message.h"

namespace eugene::functions {

// Parameters of a channel. For `ld` all are integers.
enum class Parameter : std::uint8_t {
  u,
  v,
  r,
  ai,
  lod,
  bias,
  reference,
  dudx,
  dudy,
  dvdx,
  dvdy,
  drdx,
  drdy,
  mlod,
  sample_index,
  mcs_low,
  mcs_high,
  offu,
  offv
};
inline constexpr unsigned kParameters = 19;
inline constexpr unsigned kMaxParameters = 13;  // largest number in a message

enum class SamplerOperation : std::uint8_t {
  reserved,
  sample,    // filter
  gather,    // four texels
  load,      // one texel
  load_mcs,  // auxiliary data of a compressed multisampled surface
  level_of_detail,
  resource_info,
  sample_info,
};

// Source of a sample's level of detail.
enum class LodSource : std::uint8_t { neighbours, parameter, gradients, zero };

struct ParameterList {
  std::array<Parameter, kMaxParameters> all{};
  std::uint8_t count = 0;
  constexpr std::span<const Parameter> list() const { return {all.data(), count}; }
};

struct SamplerRow {
  SamplerOperation operation = SamplerOperation::reserved;
  LodSource lod = LodSource::zero;
  bool compares = false;
  bool kills = false;  // also returns a mask of pixels that a chroma key kills
  // How many of these parameters a message has follows from its length. The others are 0.
  ParameterList parameters;         // Gen9: SIMD8 and SIMD16
  ParameterList coordinates_first;  // SIMD4x2, and all messages on Gen6
};

// Returns the row of a SIMD4x2, SIMD8 or SIMD16 message; `reserved` if its type has none.
const SamplerRow& sampler_row(const isa::Gen& gen, const isa::Sampler& message);
const ParameterList& find_parameters(const isa::Gen& gen, const isa::Sampler& message, const SamplerRow& row);

}  // namespace eugene::functions
