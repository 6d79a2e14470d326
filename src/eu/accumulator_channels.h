// Where the Thread keeps integers of accumulators (eu::Accumulator).
#pragma once

#include "eu/prepared_op.h"
#include "eu/thread.h"

namespace eugene::eu {

// The accumulator channels of an operand. A channel is an element of 2 or 4 bytes and the guard bits above it.
struct AccumulatorChannels {
  unsigned first = 0;  // in channels, from the first one of acc0 on
  unsigned element_bytes = 4;
  const ElementOffsets* offsets = nullptr;  // of channels, in bytes from `first` on; null: one follows the other

  unsigned operator[](unsigned i) const { return first + (offsets != nullptr ? (*offsets)[i] / element_bytes : i); }
  unsigned per_register() const { return kGrfBytes / element_bytes; }
  unsigned number(unsigned i) const { return (*this)[i] / per_register() % kAccumulatorCount; }  // of acc0 to acc9
  unsigned slot(unsigned i) const { return (*this)[i] % per_register(); }                        // in the accumulator

  // Byte offsets in the Thread of the element of channel `i`, and of its guard bits.
  unsigned element(unsigned i) const {
    return place(i, static_cast<unsigned>(offsetof(Accumulator, low)) + slot(i) * element_bytes);
  }
  unsigned guard(unsigned i) const {
    return place(i, static_cast<unsigned>(offsetof(Accumulator, guard)) + slot(i) * 4);
  }

 private:
  unsigned place(unsigned i, unsigned within) const {
    return static_cast<unsigned>(offsetof(Thread, acc) + number(i) * sizeof(Accumulator)) + within;
  }
};

// Of a SourcePlan or DestinationPlan whose kind is `accumulator`.
template <class Plan>
AccumulatorChannels accumulator_channels(const Plan& plan) {
  return {plan.offset, plan.element_bytes, plan.offsets};
}

}  // namespace eugene::eu
