// Half lanes as float lanes and back, by the host's conversions (F16C) where it has them. A NaN of the one is some NaN
// of the other: whoever cares for its payload uses sem/half.h.
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
