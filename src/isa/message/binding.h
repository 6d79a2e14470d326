// Meaning of a message's binding table index: SKL PRM vol2d, MDC_BTS and MDC_STATELESS. On Gen6 surfaces have indices
// up to 254: SNB PRM vol4 part1.
#pragma once

#include <cstdint>

#include "isa/gen.h"

namespace eugene::isa {

// Indices that stand for memory without a surface state, where the generation has them (Gen::surface_indices).
inline constexpr std::uint8_t kBtiBindless = 252;
inline constexpr std::uint8_t kBtiStatelessNonCoherent = 253;
inline constexpr std::uint8_t kBtiSlm = 254;
inline constexpr std::uint8_t kBtiStateless = 255;

enum class Binding : std::uint8_t { surface, bindless, stateless_non_coherent, local_memory, stateless };

constexpr Binding find_binding(const Gen& gen, unsigned bti) {
  if (bti < gen.surface_indices) return Binding::surface;
  switch (bti) {
    case kBtiStateless: return Binding::stateless;
    case kBtiSlm: return Binding::local_memory;
    case kBtiStatelessNonCoherent: return Binding::stateless_non_coherent;
    default: return Binding::bindless;
  }
}

constexpr bool is_stateless(const Gen& gen, unsigned bti) {
  const Binding binding = find_binding(gen, bti);
  return binding == Binding::stateless || binding == Binding::stateless_non_coherent;
}
constexpr bool is_local_memory(const Gen& gen, unsigned bti) { return find_binding(gen, bti) == Binding::local_memory; }

}  // namespace eugene::isa
