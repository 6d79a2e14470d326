// Converts half lanes to float lanes and back, by the host's instructions (F16C) where it has them. A NaN becomes some
// NaN, since hosts differ in its payload; sem/half.h keeps the payload.
#pragma once

#include <cstddef>
#include <span>

namespace eugene::eu {

// Packed halves at `halves` as floats, exactly. The size is a multiple of 8.
void widen_halves(std::span<float> floats, const std::byte* halves);
// Rounds as the host does, which is as cr0 says.
void narrow_to_halves(std::byte* halves, std::span<const float> floats);

// The same by integer arithmetic, on any host. For tests.
void widen_halves_portably(std::span<float> floats, const std::byte* halves);
void narrow_to_halves_portably(std::byte* halves, std::span<const float> floats);

}  // namespace eugene::eu
