#include "functions/sampler/sampler.h"

#include <algorithm>

#include <fmt/format.h>

#include "eu/host_rounding.h"
#include "functions/sampler/bindings.h"
#include "functions/sampler/header.h"
#include "functions/sampler/messages.h"
#include "functions/sampler/neighbours.h"
#include "functions/sampler/payload.h"
#include "functions/sampler/plain_message.h"
#include "functions/sampler/prepared_sample.h"
#include "functions/sampler/sample_8x8.h"
#include "functions/sampler/texel_accesses.h"

namespace eugene::functions {
namespace {

using sampler::Request;
using sampler::Texture;

constexpr unsigned kLanesOfQuad = 4;

SamplerShape find_shape(const isa::Gen& gen, const isa::Sampler& message) {
  using enum isa::SamplerSimd;
  constexpr isa::PerGen<bool> kMayBeShort{false, true};  // Mesa relies on it (docs/record/errata.md)
  SamplerShape shape{.half_output = message.half_return, .may_be_short = kMayBeShort[gen.id]};
  shape.is_4x2 = message.simd == simd4x2;
  shape.lanes = shape.is_4x2 ? 2 : message.simd == simd16 || message.simd == simd16_half ? 16 : 8;
  shape.half_input = message.simd == simd8_half || message.simd == simd16_half;
  return shape;
}

// In SIMD4x2, four channels of the instruction are one channel of the message.
std::uint32_t enabled_lanes(const MessageCall& call, const SamplerShape& shape) {
  if (!shape.is_4x2) return call.channels(shape.lanes);
  const std::uint32_t channels = call.channels(8);
  return ((channels & 0x0F) != 0 ? 1U : 0U) | ((channels & 0xF0) != 0 ? 2U : 0U);
}

// A message in execution.
struct Sampling {
  const SamplerRow& row;
  SamplerShape shape;
  SamplerHeader header;
  Texture& texture;
  const memory::TexelReader& reader;
  Parameters parameters;
  SamplerResult result;

  Request request(unsigned lane) const;
  sampler::LevelChoice levels(const Request& request) const;
  void compute(unsigned lane);
  void resource_info(unsigned lane);
};

Request Sampling::request(unsigned lane) const {
  Request request;
  constexpr std::array<Parameter, 4> kCoordinates{Parameter::u, Parameter::v, Parameter::r, Parameter::ai};
  for (unsigned n = 0; n < 4; ++n) request.point.at[n] = parameters.number(kCoordinates[n], lane);
  request.point.offset = header.offset;
  if (parameters.has(Parameter::offu)) {
    // 6 bits each, as required for textureGatherOffsets (SKL PRM vol7 "gather4_po").
    const auto offset = [&](Parameter parameter) {
      return static_cast<std::int8_t>(sign_extend(parameters.bits(parameter, lane), 6));
    };
    request.point.offset = {offset(Parameter::offu), offset(Parameter::offv), 0};
  }
  if (row.compares) request.reference = parameters.number(Parameter::reference, lane);
  if (parameters.has(Parameter::mlod))
    request.minimum_lod = sampler::fixed_lod(parameters.number(Parameter::mlod, lane));
  switch (row.lod) {
    case LodSource::zero: break;
    case LodSource::parameter: request.lod = sampler::fixed_lod(parameters.number(Parameter::lod, lane)); break;
    case LodSource::gradients: use_gradients(texture, given_gradients(texture, parameters, lane), request); break;
    case LodSource::neighbours:
      if (!shape.is_4x2) use_gradients(texture, neighbour_gradients(texture, parameters, lane), request);
      break;
  }
  if (parameters.has(Parameter::bias)) {
    request.lod += sampler::fixed_lod(parameters.number(Parameter::bias, lane));
  }
  return request;
}

void Sampling::resource_info(unsigned lane) {
  const memory::SurfaceState& surface = reader.surface();
  memory::Pixel& pixel = result.pixel[lane];
  if (surface.type == memory::SurfaceType::null) return;
  pixel[3] = surface.is_buffer() ? 0 : surface.mips.count + 1U;
  const std::int32_t lod = parameters.whole(Parameter::lod, lane);
  if (lod < 0 || lod > surface.mips.count) return;
  const memory::TexelExtent size = reader.extent(static_cast<unsigned>(lod) + surface.mips.minimum_lod);
  const std::uint32_t elements = surface.is_array ? surface.depth : 0;
  pixel[0] = size.width;
  if (surface.is_buffer()) return;
  pixel[1] = texture.axes() > 1 ? size.height : elements;
  pixel[2] = texture.axes() > 2 ? size.slices : texture.axes() > 1 ? elements : 0;
}

void Sampling::compute(unsigned lane) {
  memory::Pixel& pixel = result.pixel[lane];
  pixel = {};
  switch (row.operation) {
    case SamplerOperation::sample: pixel = texture.sample(request(lane)); return;
    case SamplerOperation::gather: pixel = texture.gather(request(lane), header.gather_channel); return;
    case SamplerOperation::load: {
      constexpr std::array<Parameter, 4> kCoordinates{Parameter::u, Parameter::v, Parameter::r, Parameter::ai};
      std::array<std::int32_t, 4> at{};
      for (unsigned n = 0; n < 4; ++n) {
        const auto whole = static_cast<std::uint32_t>(parameters.whole(kCoordinates[n], lane));
        const int offset = n < texture.axes() ? header.offset[n] : 0;
        at[n] = static_cast<std::int32_t>(whole + static_cast<std::uint32_t>(offset));
      }
      pixel = texture.load(at, parameters.whole(Parameter::lod, lane), parameters.bits(Parameter::sample_index, lane));
      return;
    }
    case SamplerOperation::level_of_detail: {
      const Request wanted = request(lane);
      const auto choice = choose_levels(texture.state(), texture.levels(), wanted.lod, wanted.minimum_lod);
      const auto number = [](std::int32_t fixed) {
        return std::bit_cast<std::uint32_t>(static_cast<float>(fixed) / float{1 << sampler::kLodFractionBits});
      };
      pixel = {number(choice.clamped), number(choice.unclamped), 0, 0};
      return;
    }
    case SamplerOperation::resource_info: resource_info(lane); return;
    case SamplerOperation::sample_info: pixel = {1U << reader.surface().samples.count_log2, 0, 0, 0}; return;
    case SamplerOperation::load_mcs:  // no surface is compressed
    case SamplerOperation::reserved: return;
  }
}

bool uses_state(SamplerOperation operation) {
  return operation == SamplerOperation::sample || operation == SamplerOperation::gather ||
         operation == SamplerOperation::level_of_detail;
}

bool reads_texels(SamplerOperation operation) {
  return operation != SamplerOperation::resource_info && operation != SamplerOperation::sample_info;
}

bool gives_integers(SamplerOperation operation, const memory::TexelReader& reader) {
  switch (operation) {
    case SamplerOperation::sample:
    case SamplerOperation::gather:
    case SamplerOperation::load: return reader.format().has_integers();
    default: return operation != SamplerOperation::level_of_detail;
  }
}

// Returns false if the message is not a plain one.
bool execute_plain(MessageCall& call, Surfaces& surfaces, SamplerBinding& binding, const SamplerRow& row,
                   const ParameterList& parameters, const SamplerShape& shape) {
  auto plain = PlainMessage::make(call, binding, row, parameters, shape);
  if (!plain) return false;
  const unsigned registers = plain->body_registers();
  const std::byte* body = registers == 0 ? nullptr : call.body(0, registers);
  std::byte* response = call.response(plain->response_registers());
  if (!plain->execute(call.view(), call.request().channels, body, response)) return false;
  if (call.can_be_prepared()) call.prepare(std::make_unique<PreparedSample>(call, surfaces, *std::move(plain)));
  return true;
}

bool execute_3d(MessageCall& call, Surfaces& surfaces, const isa::Sampler& message, const SamplerRow& row) {
  const bool samples = uses_state(row.operation);
  SamplerBinding* binding = surfaces.samplers().find(call, surfaces, message, samples);
  if (binding == nullptr) return false;
  if (!binding->has_texels && reads_texels(row.operation)) {
    return call.fail(fmt::format("sampler message that reads texels of surface {}, a raw buffer", message.bti),
                     "SKL PRM vol2d, SURFACE_FORMAT");
  }
  const SamplerShape shape = find_shape(surfaces.gen(), message);
  const ParameterList& parameters = find_parameters(surfaces.gen(), message, row);
  const eu::NearestRounding rounding;
  if (!TexelAccesses::wanted(call) && execute_plain(call, surfaces, *binding, row, parameters, shape)) return true;
  const auto header = read_header(call, {.gen = &surfaces.gen(),
                                         .message = &message,
                                         .row = &row,
                                         .surface = &binding->reader.surface(),
                                         .normalised = !samples || binding->state.normalised});
  if (!header) return false;
  Sampling sampling{
      .row = row, .shape = shape, .header = *header, .texture = *binding->texture, .reader = binding->reader};
  if (!sampling.parameters.read(call, shape, parameters)) return false;
  sampling.result.is_integer = gives_integers(row.operation, binding->reader);
  const std::uint32_t enabled = enabled_lanes(call, shape);
  const TexelAccesses watch(call, binding->reader);
  for (std::uint32_t left = enabled; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    sampling.compute(lane);
    if (const auto bad = sampling.texture.take_bad_address()) {
      if (!call.unmapped(*bad, Access::read, static_cast<int>(lane))) return false;
      sampling.result.complete &= ~(1U << lane);
    }
  }
  std::optional<std::uint32_t> mask;
  if (header->null_mask) mask = sampling.result.complete;
  if (row.kills) mask = ~std::uint32_t{0};  // without a chroma key, all pixels are kept
  return write_response(call, shape, sampling.result, enabled, header->written, mask);
}

}  // namespace

bool execute(MessageCall& call, Surfaces& surfaces, const isa::Sampler& message) {
  if (message.is_cache_flush()) {
    surfaces.invalidate_states();
    return true;
  }
  if (message.simd == isa::SamplerSimd::simd32_64) {
    return message.type == kSample8x8 ? execute_8x8(call, surfaces, message) : call.unsupported(message);
  }
  const SamplerRow& row = sampler_row(surfaces.gen(), message);
  if (row.operation == SamplerOperation::reserved) return call.unsupported(message);
  return execute_3d(call, surfaces, message, row);
}

}  // namespace eugene::functions
