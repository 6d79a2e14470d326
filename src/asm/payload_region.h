// On generations with payloads in the GRF, the bits of the payload's region hold the extended descriptor. Mesa still
// writes a region, which encodes to these bits; others write the extended descriptor.
#pragma once

#include <cstdint>
#include <optional>

#include "isa/operand.h"

namespace eugene::assembly {

// The region and byte offset with the same encoding as bits 27:16 of an extended descriptor. Null if there is none, or
// if other bits are set.
struct PayloadRegion {
  isa::Region region;
  std::uint8_t byte = 0;  // 0 to 15
};
std::optional<PayloadRegion> payload_region(std::uint32_t extended_descriptor);

// Returns the extended descriptor that encodes `payload`; null if no such encoding exists.
std::optional<std::uint32_t> extended_descriptor(const PayloadRegion& payload);

}  // namespace eugene::assembly
