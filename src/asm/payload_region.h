// Where payloads are in the GRF the bits of a send's payload region are the extended descriptor. Mesa still writes a
// region and has its bits encoded; others write the extended descriptor.
#pragma once

#include <cstdint>
#include <optional>

#include "isa/operand.h"

namespace eugene::assembly {

// The region and byte offset that bits 27:16 of an extended descriptor are; null if they are none, or if other bits are
// set.
struct PayloadRegion {
  isa::Region region;
  std::uint8_t byte = 0;  // 0 to 15
};
std::optional<PayloadRegion> payload_region(std::uint32_t extended_descriptor);

// The extended descriptor that encodes `payload`; null if there is no such encoding.
std::optional<std::uint32_t> extended_descriptor(const PayloadRegion& payload);

}  // namespace eugene::assembly
