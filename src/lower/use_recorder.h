// Records the reads and writes of each instruction while it is lowered (uses.h).
#pragma once

#include <cstdint>
#include <utility>

#include "lower/layout.h"
#include "lower/op.h"
#include "lower/uses.h"
#include "visa/kernel.h"

namespace eugene::lower {

class UseRecorder {
 public:
  // `layout` has the predefined variables, and the variables of the kernel or function that begins.
  explicit UseRecorder(const Layout& layout);
  void begin_kernel(const visa::Kernel& kernel);
  void input(const CopiedInput& input) { uses_.inputs.push_back(input); }
  // `first`: number of native instructions emitted before the statement.
  void begin_statement(const Op& op, std::uint32_t first);

  // The other functions are about the current statement. `native`: the place of `operand`. `bits`: bits of the
  // predicate. `by_message`: the message determines which bytes are written.
  void region(Use::Kind kind, const visa::Operand& operand, const isa::Operand& native);
  void registers(Use::Kind kind, const visa::Raw& raw, unsigned bytes, bool by_message,
                 unsigned register_bytes = isa::kRegisterBytes);
  // Returns the bytes of `registers` message registers that belong to the instruction's channels.
  unsigned message_bytes(unsigned registers) const;
  void state(std::uint32_t byte, std::uint32_t surface);
  void predicate(Use::Kind kind, std::uint32_t variable, std::uint32_t bits);
  void life(Use::Kind kind, const Op& op);
  void predication(const Op& op, unsigned half, isa::PredControl control);

  Uses take() { return std::move(uses_); }

 private:
  void add(Use use);

  const Layout& layout_;
  const visa::Kernel* kernel_ = nullptr;  // the kernel or function whose code is being lowered
  Uses uses_;
  bool has_channels_ = false;  // the statement has an execution size
};

}  // namespace eugene::lower
