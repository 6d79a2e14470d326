#include "draw/output/stencil.h"

#include "draw/output/compare.h"

namespace eugene::draw {
namespace {

constexpr unsigned kLargest = 0xFF;

// Returns the result of an operation on all bits.
unsigned operate(StencilOperation operation, unsigned stored, unsigned reference) {
  switch (operation) {
    case StencilOperation::keep: return stored;
    case StencilOperation::zero: return 0;
    case StencilOperation::replace: return reference;
    case StencilOperation::increment_saturated: return stored == kLargest ? stored : stored + 1;
    case StencilOperation::decrement_saturated: return stored == 0 ? stored : stored - 1;
    case StencilOperation::increment: return stored + 1;
    case StencilOperation::decrement: return stored - 1;
    case StencilOperation::invert: return ~stored;
  }
  return stored;
}

}  // namespace

bool passes_stencil(const StencilFace& face, std::uint8_t stored) {
  return compare<unsigned>(face.function, face.reference & face.test_mask, stored & face.test_mask);
}

std::uint8_t update_stencil(const StencilFace& face, StencilOperation operation, std::uint8_t stored) {
  const unsigned result = operate(operation, stored, face.reference);
  return static_cast<std::uint8_t>((stored & ~unsigned{face.write_mask}) | (result & face.write_mask));
}

}  // namespace eugene::draw
