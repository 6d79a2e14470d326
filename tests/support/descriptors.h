// Parts of message descriptors by name, for tests that compose descriptors by hand. Other tests use
// isa::encode_message.
#pragma once

#include <cstdint>

#include "isa/message/message.h"

namespace eugene::test {

inline constexpr std::uint32_t kHeader = 1U << 19;               // the payload begins with a header
inline constexpr std::uint32_t kStateless = isa::kBtiStateless;  // as a binding table index
inline constexpr std::uint32_t kSlm = isa::kBtiSlm;
inline constexpr std::uint32_t kBarrier = static_cast<std::uint32_t>(isa::GatewayFunction::barrier);  // of the gateway

// Sampler messages: SIMD8, without lengths, surface 0 and sampler state 0.
inline constexpr std::uint32_t kSampleLz = 1U << 17 | 24U << 12;
inline constexpr std::uint32_t kLdLz = 1U << 17 | 26U << 12;

}  // namespace eugene::test
