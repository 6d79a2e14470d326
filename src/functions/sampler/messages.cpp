#include "functions/sampler/messages.h"

namespace eugene::functions {
namespace {

// By message type. The types that both generations have mean the same.
constexpr std::array<SamplerRow, 32> kRows = [] {
  std::array<SamplerRow, 32> rows{};
  using enum Parameter;
  using enum SamplerOperation;
  using L = ParameterList;
  constexpr auto kNeighbours = LodSource::neighbours;
  constexpr auto kParameter = LodSource::parameter;
  constexpr auto kGradients = LodSource::gradients;
  constexpr auto kZero = LodSource::zero;
  rows[0] = {SamplerOperation::sample, kNeighbours, false, false, L::of(u, v, r, ai, mlod), L::of(u, v, r, ai)};
  rows[1] = {SamplerOperation::sample, kNeighbours, false, false, L::of(bias, u, v, r, ai, mlod),
             L::of(u, v, r, ai, bias)};
  rows[2] = {SamplerOperation::sample, kParameter, false, false, L::of(lod, u, v, r, ai), L::of(u, v, r, ai, lod)};
  rows[3] = {SamplerOperation::sample,     kNeighbours, true, false, L::of(reference, u, v, r, ai, mlod),
             L::of(u, v, r, ai, reference)};
  rows[4] = {SamplerOperation::sample,
             kGradients,
             false,
             false,
             L::of(u, dudx, dudy, v, dvdx, dvdy, r, drdx, drdy, ai, mlod),
             L::of(u, v, r, ai, dudx, dudy, dvdx, dvdy, drdx, drdy)};
  rows[5] = {SamplerOperation::sample,           kNeighbours, true, false, L::of(reference, bias, u, v, r, ai, mlod),
             L::of(u, v, r, ai, reference, bias)};
  rows[6] = {SamplerOperation::sample,          kParameter, true, false, L::of(reference, lod, u, v, r, ai),
             L::of(u, v, r, ai, reference, lod)};
  rows[7] = {load, kParameter, false, false, L::of(u, v, lod, r), L::of(u, v, r, lod)};
  rows[8] = {gather, kZero, false, false, L::of(u, v, r, ai), L::of(u, v, r, ai)};
  rows[9] = {level_of_detail, kNeighbours, false, false, L::of(u, v, r, ai), L::of(u, v, r, ai)};
  rows[10] = {resource_info, kParameter, false, false, L::of(lod), L::of(lod)};
  rows[11] = {sample_info, kZero, false, false, {}, {}};
  rows[12] = {SamplerOperation::sample, kNeighbours, false, true, L::of(u, v, r, ai), L::of(u, v, r, ai)};
  rows[16] = {gather, kZero, true, false, L::of(reference, u, v, r, ai), L::of(u, v, r, ai, reference)};
  rows[17] = {gather, kZero, false, false, L::of(u, v, offu, offv, r), L::of(u, v, r, ai, offu, offv)};
  rows[18] = {
      gather, kZero, true, false, L::of(reference, u, v, offu, offv, r), L::of(u, v, r, ai, reference, offu, offv)};
  rows[20] = {SamplerOperation::sample,
              kGradients,
              true,
              false,
              L::of(reference, u, dudx, dudy, v, dvdx, dvdy, r, drdx, drdy, ai, mlod),
              L::of(u, v, r, ai, dudx, dudy, dvdx, dvdy, drdx, drdy, reference)};
  rows[24] = {SamplerOperation::sample, kZero, false, false, L::of(u, v, r, ai), L::of(u, v, r, ai)};
  rows[25] = {SamplerOperation::sample,     kZero, true, false, L::of(reference, u, v, r, ai),
              L::of(u, v, r, ai, reference)};
  rows[26] = {load, kZero, false, false, L::of(u, v, r), L::of(u, v, r)};
  rows[28] = {load,
              kParameter,
              false,
              false,
              L::of(Parameter::sample_index, mcs_low, mcs_high, u, v, r, lod),
              L::of(u, v, r, lod, Parameter::sample_index, mcs_low, mcs_high)};
  rows[29] = {load_mcs, kParameter, false, false, L::of(u, v, r, lod), L::of(u, v, r, lod)};
  rows[30] = {load,
              kParameter,
              false,
              false,
              L::of(Parameter::sample_index, mcs_low, u, v, r, lod),
              L::of(u, v, r, lod, Parameter::sample_index, mcs_low)};
  return rows;
}();

}  // namespace

const SamplerRow& sampler_row(const isa::Gen& gen, const isa::Sampler& message) {
  static constexpr SamplerRow kReserved;
  return isa::sampler_message_name(gen, message).empty() ? kReserved : kRows[message.type % kRows.size()];
}

const ParameterList& parameters_of(const isa::Gen& gen, const isa::Sampler& message, const SamplerRow& row) {
  constexpr std::array<bool, isa::kGenCount> kCoordinatesFirst{true, false};
  const bool first = kCoordinatesFirst[static_cast<std::size_t>(gen.id)] || message.simd == isa::SamplerSimd::simd4x2;
  return first ? row.coordinates_first : row.parameters;
}

}  // namespace eugene::functions
