// Parts of message descriptors by name, for tests that compose descriptors by hand. Others use isa::encode_message.
#pragma once

#include <cstdint>

#include "isa/message/message.h"

namespace eugene::testing {

inline constexpr std::uint32_t kHeader = 1U << 19;               // the payload begins with a header
inline constexpr std::uint32_t kStateless = isa::kBtiStateless;  // as a binding table index
inline constexpr std::uint32_t kSlm = isa::kBtiSlm;
inline constexpr std::uint32_t kBarrier = static_cast<std::uint32_t>(isa::GatewayFunction::barrier);  // of the gateway

}  // namespace eugene::testing
