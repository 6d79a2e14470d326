// State shared by the handlers that lower one kernel: places of variables, the code emitted so far, and the conversion
// of vISA operands to native ones.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "lower/emitter.h"
#include "lower/functions.h"
#include "lower/layout.h"
#include "lower/target.h"
#include "lower/thread_jumps.h"
#include "lower/uses.h"
#include "visa/form.h"
#include "visa/kernel.h"

namespace eugene::lower {

// An instruction with its form: its operands by field.
struct Op {
  const visa::Instruction& instruction;
  const visa::Form& form;
  visa::Execution execution{.lanes = 1, .mask = 8};  // of those without one: scalar, NoMask
  visa::Predication predication;

  explicit Op(const visa::Instruction& of);

  unsigned lanes() const { return execution.lanes; }
  unsigned channel_offset() const { return (execution.mask & 7U) * 4; }
  bool no_mask() const { return execution.mask >= 8; }

  // The operand of the `n`th field that is `field`; null if there is none.
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

// Registers for values between the native instructions of one vISA instruction.
inline constexpr unsigned kScratchRegisters = 64;

class Context {
 public:
  Context(const visa::Module& module, const visa::Kernel& kernel, const Target& target, Layout layout);

  // Switches to the next function that has been called and is not lowered yet; false if there is none.
  Result<bool> begin_function();
  Functions& functions() { return functions_; }

  const visa::Kernel& kernel() const { return *kernel_; }
  const isa::Gen& gen() const { return target_.gen; }
  unsigned register_bytes() const { return target_.register_bytes; }
  Layout& layout() { return layout_; }
  const Layout& layout() const { return layout_; }
  Emitter& out() { return out_; }
  LabelId label(unsigned n) const { return labels_[n]; }
  LabelId end() const { return end_; }  // of the program
  bool is_waited_at(unsigned label) const { return branches_.is_waited_at[label]; }
  bool is_end_waited_at(unsigned routine) const { return branches_.ends_waited_at[routine]; }
  // Whether `label` is in another routine than `op`.
  bool is_elsewhere(const Op& op, unsigned label) const {
    const auto at = static_cast<std::size_t>(&op.instruction - kernel_->instructions.data());
    return branches_.routine_of[at] != branches_.routine_of_label[label];
  }
  // Whether a branch is a jump of the thread.
  bool is_jump(const Op& op) const {
    return branches_.is_jump[static_cast<std::size_t>(&op.instruction - kernel_->instructions.data())];
  }

  // The routine whose code is being lowered: the first is the kernel itself. Channels that return wait at its exit.
  struct Routine {
    LabelId exit = 0;
    std::uint32_t return_byte = 0;  // of the registers with return address and call mask
  };
  Routine& routine(unsigned label);  // that begins at a label
  void enter(unsigned label) {
    if (!first_) first_ = label;
    current_ = label;
  }
  std::optional<unsigned> first() const { return first_; }  // the kernel itself
  std::optional<unsigned> current() const { return current_; }

  // Before the code of an instruction: its scratch registers and address registers are free.
  void begin_instruction();
  // Call where control flow joins: values of flags and surface variables are unknown from there on.
  void forget_values() {
    loaded_.reset();
    forget_surfaces();
  }
  // Constant propagation for surface variables: the index last moved to the variable at `byte` since the last join, if
  // known. Compilers move one before each message, whose descriptor then becomes a constant.
  std::optional<std::uint32_t> known_surface(std::uint32_t byte) const;
  void know_surface(std::uint32_t byte, std::optional<std::uint32_t> index);
  void forget_surfaces() { surfaces_.clear(); }
  // Allocates `registers` scratch registers and returns their first byte.
  Result<std::uint32_t> scratch(unsigned registers);

  // A native instruction for the channels of `op`.
  isa::Instruction for_channels(const Op& op, isa::Opcode opcode) const;
  // Makes the predicate of `op` that of `instruction`.
  Result<void> predicate(const Op& op, isa::Instruction& instruction);
  // A jump of the thread under the predicate of `predicated`, or where that is false.
  void jump(const isa::Instruction& predicated, bool where_false, LabelId to);
  // The predicate of a scalar instruction decides for all channels that run: where it is false, the thread jumps to the
  // label that is returned and has still to be placed. `native`, a branch, then has no predicate.
  LabelId skip_unless(isa::Instruction& native);
  // The bits of a predicate to f0; the flag subregister for an instruction with that channel offset.
  Result<unsigned> load_flag(std::uint32_t variable, unsigned channel_offset);
  Result<void> store_flag(std::uint32_t variable);

  // Sources of bfloat16 are widened to floats; a destination of it is words (finish() in steps.h rounds to them).
  Result<isa::Operand> source(const Op& op, const visa::Operand& operand);
  Result<isa::Operand> destination(const visa::Operand& operand);
  Result<isa::Operand> words(const visa::General& bfloats);               // as they lie in registers
  std::optional<visa::Type> type_of(const visa::Operand& operand) const;  // of a variable or what an address points to
  // The byte of the first register of a message operand; nothing for %null.
  Result<std::optional<std::uint32_t>> raw(const visa::Raw& raw) const;
  Result<std::uint32_t> general(std::uint32_t variable) const;
  std::uint32_t header_byte() const;  // of %r0, a copy of the thread's header

  // Record what the instruction being lowered reads and writes, for Uses (uses.cpp). `native`: the place of `operand`.
  // `bits`: of the predicate. `by_message`: the message determines which bytes are filled.
  void begin_statement(const Op& op);
  void use_region(Use::Kind kind, const visa::Operand& operand, const isa::Operand& native);
  void use_registers(Use::Kind kind, const visa::Raw& raw, unsigned bytes, bool by_message,
                     unsigned register_bytes = isa::kRegisterBytes);
  // Bytes of `registers` message registers that belong to the channels of the instruction.
  unsigned message_bytes(unsigned registers) const;
  void use_state(std::uint32_t byte, std::uint32_t surface);
  void use_predicate(Use::Kind kind, std::uint32_t variable, std::uint32_t bits);
  void use_life(Use::Kind kind, const Op& op);
  void use_predication(const Op& op, unsigned half, isa::PredControl control);
  Uses& uses() { return uses_; }

 private:
  Result<isa::Operand> destination_operand(const visa::Operand& operand);
  Result<isa::Operand> bfloat_source(const Op& op, const visa::Operand& operand);
  Result<isa::Operand> widened(const Op& op, const isa::Operand& words);
  Result<isa::Operand> general_operand(const visa::General& general, isa::Region region);
  Result<isa::Operand> packed_vector(const Op& op, const isa::Operand& vector);
  Result<isa::Operand> indirect_operand(const visa::Indirect& indirect, unsigned lanes, isa::Region region);

  void begin(const visa::Kernel& kernel);
  void add_use(Use use);
  void add_extents();
  void add_predefined_extents();

  const visa::Kernel* kernel_ = nullptr;  // or function, whose code is being lowered
  Functions functions_;
  const Target target_;
  Layout layout_;
  Emitter out_;
  std::vector<LabelId> labels_;
  Branches branches_;
  LabelId end_ = 0;
  std::map<unsigned, Routine> routines_;  // by label
  std::optional<unsigned> first_, current_;
  std::uint32_t scratch_ = 0;                        // first register
  unsigned scratch_used_ = 0;                        // registers
  unsigned address_used_ = 0;                        // subregisters of a0
  std::optional<std::uint32_t> loaded_;              // predicate in f0
  std::map<std::uint32_t, std::uint32_t> surfaces_;  // indices that are known, by the byte of the variable
  Uses uses_;
  bool has_channels_ = false;  // the instruction being lowered has an execution size
};

// The type of a vISA operand as the native one; nothing for bool and bf.
std::optional<isa::Type> native_type(visa::Type type);
Result<isa::Type> require_type(visa::Type type);
// As it lies in registers: bfloat16, which no native instruction has, as words.
Result<isa::Type> stored_type(visa::Type type);

}  // namespace eugene::lower
