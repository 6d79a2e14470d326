// Where an element of an operand is.
#pragma once

#include <cstddef>
#include <cstdint>

#include "eu/prepared_op.h"

namespace eugene::eu {

// The byte offset in the Thread of element `element` of a direct operand: a SourcePlan or DestinationPlan.
template <class Plan>
std::size_t element_place(const Plan& plan, unsigned element) {
  const int offset = plan.offsets != nullptr ? (*plan.offsets)[element] : plan.stride * static_cast<int>(element);
  return plan.offset + static_cast<std::uint32_t>(offset);
}

}  // namespace eugene::eu
