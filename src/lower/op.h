// A vISA instruction for the handlers: its operands by field, with its execution size and predicate.
#pragma once

#include <cstdint>
#include <variant>

#include "visa/form.h"
#include "visa/kernel.h"

namespace eugene::lower {

// An instruction with its form.
struct Op {
  const visa::Instruction& instruction;
  const visa::Form& form;
  visa::Execution execution{.lanes = 1, .mask = 8};  // default for instructions without a size: scalar, NoMask
  visa::Predication predication;

  explicit Op(const visa::Instruction& of);

  unsigned lanes() const { return execution.lanes; }
  unsigned channel_offset() const { return (execution.mask & 7U) * 4; }
  bool no_mask() const { return execution.mask >= 8; }

  // Returns the operand of the `n`th field `field`; null if there is none.
  const visa::Operand* find(visa::Field field, unsigned n = 0) const;
  template <class T>
  const T* get(visa::Field field, unsigned n = 0) const {
    const visa::Operand* operand = find(field, n);
    return operand != nullptr ? std::get_if<T>(operand) : nullptr;
  }
  std::int64_t number(visa::Field field, unsigned n = 0) const {
    const auto* number = get<visa::Number>(field, n);
    return number != nullptr ? number->value : 0;
  }
};

}  // namespace eugene::lower
