// Values that tests of draws share.
#pragma once

#include <bit>
#include <cstdint>

namespace eugene::draw {

// The bits of a float.
inline std::uint32_t f(float value) { return std::bit_cast<std::uint32_t>(value); }

}  // namespace eugene::draw
