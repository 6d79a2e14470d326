// Converts half lanes to float lanes and back, with the host's instructions (F16C) if it has them. The payload of a NaN
// is not kept, since hosts differ in it; sem/half.h keeps it.
#pragma once

#include <cstddef>
#include <span>

namespace eugene::eu {

// Converts packed halves at `halves` to floats, exactly. The size must be a multiple of 8.
void widen_halves(std::span<float> floats, const std::byte* halves);
// Rounds in the host's current mode, which equals cr0's.
void narrow_to_halves(std::byte* halves, std::span<const float> floats);

// Likewise, by integer arithmetic that works on any host. For tests.
void widen_halves_portably(std::span<float> floats, const std::byte* halves);
void narrow_to_halves_portably(std::byte* halves, std::span<const float> floats);

}  // namespace eugene::eu
