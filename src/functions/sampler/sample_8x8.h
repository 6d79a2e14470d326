// sample_8x8: blocks of pixels of a media surface, filtered by the video scaler (SNB PRM vol4 part1, BDW PRM vol7).
#pragma once

#include "functions/message_call.h"
#include "functions/surfaces.h"

namespace eugene::functions {

inline constexpr std::uint8_t kSample8x8 = 11;  // message type in SIMD32/64

bool execute_8x8(MessageCall& call, Surfaces& surfaces, const isa::Sampler& message);

}  // namespace eugene::functions
