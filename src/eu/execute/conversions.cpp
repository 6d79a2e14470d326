// fcvt and srnd: vISA manual.
#include "eu/execute/compute.h"
#include "eu/execute/lanes.h"
#include "sem/precision.h"

namespace eugene::eu {
namespace {

using isa::Conversion;
using Lane = std::uint32_t;

template <Conversion conversion>
EUGENE_VECTOR_LOOPS void convert_bits(std::byte* result, const std::byte* a, const std::byte*, const std::byte*,
                                      const ActiveLanes& work, const sem::Mode&) {
  for_lanes(work, [=](std::size_t i) { set_lane<Lane>(result, i, sem::fcvt(conversion, lane_at<Lane>(a, i))); });
}

template <Conversion conversion>
EUGENE_VECTOR_LOOPS void round_bits(std::byte* result, const std::byte* a, const std::byte* b, const std::byte*,
                                    const ActiveLanes& work, const sem::Mode&) {
  for_lanes(work, [=](std::size_t i) {
    set_lane<Lane>(result, i, sem::srnd(conversion, lane_at<Lane>(a, i), lane_at<Lane>(b, i)));
  });
}

constexpr std::array<ComputeFunction, isa::kConversionCount> kConversions{nullptr,
                                                                          convert_bits<Conversion::bf8_to_hf>,
                                                                          convert_bits<Conversion::hf_to_bf8>,
                                                                          convert_bits<Conversion::hf8_to_hf>,
                                                                          convert_bits<Conversion::hf_to_hf8>,
                                                                          convert_bits<Conversion::f_to_tf32>,
                                                                          convert_bits<Conversion::tf32_to_f>,
                                                                          convert_bits<Conversion::f_to_bf>,
                                                                          nullptr};

}  // namespace

ComputeFunction conversion_function(isa::Opcode opcode, isa::Conversion conversion) {
  if (opcode == isa::Opcode::fcvt) return kConversions[static_cast<std::size_t>(conversion)];
  if (opcode != isa::Opcode::srnd) return nullptr;
  return conversion == Conversion::hf_to_bf8 ? round_bits<Conversion::hf_to_bf8>
         : conversion == Conversion::f_to_hf ? round_bits<Conversion::f_to_hf>
                                             : nullptr;
}

}  // namespace eugene::eu
