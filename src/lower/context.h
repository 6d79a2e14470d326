// A kernel while it is lowered. Its parts are separate classes: Layout (places of variables), Emitter (code),
// KnownValues (known values), UseRecorder (reads and writes of instructions), ControlFlow (labels and routines).
// Context has everything that needs several parts: native operands and predicates.
#pragma once

#include <optional>
#include <string_view>

#include "lower/control_flow.h"
#include "lower/emitter.h"
#include "lower/functions.h"
#include "lower/known_values.h"
#include "lower/layout.h"
#include "lower/op.h"
#include "lower/target.h"
#include "lower/use_recorder.h"
#include "visa/kernel.h"

namespace eugene::lower {

// Registers for values between the native instructions of one vISA instruction.
inline constexpr unsigned kScratchRegisters = 64;

class Context {
 public:
  Context(const visa::Module& module, const visa::Kernel& kernel, const Target& target, Layout layout);
  Context(const Context&) = delete;  // parts refer to each other
  Context& operator=(const Context&) = delete;

  // Switches to the next function that was called and is not lowered yet. Returns false if there is none.
  Result<bool> begin_function();
  Functions& functions() { return functions_; }

  const visa::Kernel& kernel() const { return *kernel_; }
  const isa::Gen& gen() const { return target_.gen; }
  unsigned register_bytes() const { return target_.register_bytes; }
  Layout& layout() { return layout_; }
  const Layout& layout() const { return layout_; }
  Emitter& out() { return out_; }
  KnownValues& known() { return known_; }
  UseRecorder& uses() { return uses_; }
  ControlFlow& flow() { return flow_; }

  // Called before the code of an instruction. Frees the scratch registers and address registers.
  void begin_instruction();
  // Allocates `registers` scratch registers. Returns the offset of their first byte.
  Result<std::uint32_t> scratch(unsigned registers);

  // Makes a native instruction for the channels of `op`.
  isa::Instruction for_channels(const Op& op, isa::Opcode opcode) const;
  // Gives `instruction` the predicate of `op`.
  Result<void> predicate(const Op& op, isa::Instruction& instruction);
  // Loads a predicate into f0. Returns the flag subregister for an instruction with that channel offset.
  Result<unsigned> load_flag(std::uint32_t variable, unsigned channel_offset);
  Result<void> store_flag(std::uint32_t variable);

  // Sources of bfloat16 are widened to floats. A destination of bfloat16 is words; finish() in steps.h rounds to it.
  Result<isa::Operand> source(const Op& op, const visa::Operand& operand);
  Result<isa::Operand> destination(const visa::Operand& operand);
  Result<isa::Operand> words(const visa::General& bfloats);                    // words as they lie in registers
  std::optional<visa::Type> operand_type(const visa::Operand& operand) const;  // for an address: of its elements
  // Returns the first byte of a message operand's registers; nothing for %null.
  Result<std::optional<std::uint32_t>> raw(const visa::Raw& raw) const;
  Result<std::uint32_t> general(std::uint32_t variable) const;
  std::uint32_t header_byte() const;  // first byte of %r0, a copy of the thread's header

 private:
  Result<isa::Operand> destination_operand(const visa::Operand& operand);
  Result<isa::Operand> bfloat_source(const Op& op, const visa::Operand& operand);
  Result<isa::Operand> widened(const Op& op, const isa::Operand& words);
  Result<isa::Operand> general_operand(const visa::General& general, isa::Region region);
  Result<isa::Operand> packed_vector(const Op& op, const isa::Operand& vector);
  Result<isa::Operand> indirect_operand(const visa::Indirect& indirect, unsigned lanes, isa::Region region);

  void begin(const visa::Kernel& kernel);

  const visa::Kernel* kernel_ = nullptr;  // the kernel or function whose code is being lowered
  Functions functions_;
  const Target target_;
  Layout layout_;
  Emitter out_;
  KnownValues known_;
  UseRecorder uses_;
  ControlFlow flow_;
  std::uint32_t scratch_ = 0;  // first register
  unsigned scratch_used_ = 0;  // registers
  unsigned address_used_ = 0;  // subregisters of a0
};

// Returns the native type for a vISA type; nothing for bool and bf.
std::optional<isa::Type> native_type(visa::Type type);
Result<isa::Type> require_type(visa::Type type);
// Returns the type of elements in registers. bfloat16, which native instructions do not have, is stored as words.
Result<isa::Type> stored_type(visa::Type type);

}  // namespace eugene::lower
