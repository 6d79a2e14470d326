// The condition of a limit (isa/limits.h) is a predicate over an instruction. It returns the set of operands that break
// the limit. The row of the limit states it once: the rules evaluate it for a whole instruction, the encoder and the
// assembler for the operand at hand.
#pragma once

#include <cstdint>
#include <type_traits>

#include "isa/gen.h"
#include "isa/instruction.h"

namespace eugene::isa {

// A set of operands: destination, sources 0 to 2, or the instruction as a whole.
using Operands = std::uint8_t;
inline constexpr Operands kFine = 0;
inline constexpr Operands kDst = 1;
inline constexpr Operands kSrc0 = 2;
inline constexpr Operands kSrc1 = 4;
inline constexpr Operands kSrc2 = 8;
inline constexpr Operands kWhole = 16;

constexpr Operands source_bit(unsigned index) { return static_cast<Operands>(kSrc0 << index); }
constexpr Operands broken_if(bool broken, Operands operands = kWhole) { return broken ? operands : kFine; }

// Returns the sources of `i` for which `broken(operand)` is true.
template <class Broken>
constexpr Operands sources_where(const Instruction& i, Broken broken) {
  Operands result = kFine;
  for (unsigned n = 0; n < source_count(i); ++n) {
    if (broken(i.src[n])) result = static_cast<Operands>(result | source_bit(n));
  }
  return result;
}

constexpr bool is_three_source(const Instruction& i) { return i.row().format == Format::three_source; }

class Condition {
 public:
  // No predicate: the condition shows only in assembly text or in the machine word, so the parser or the decoder tests
  // it.
  constexpr Condition() = default;

  // Each function names the part that can break the limit: the sources, the descriptor of a send, sources and
  // destination, the destination, or the whole instruction. A predicate takes those it needs of generation, instruction
  // and operand, in this order.
  template <class F>
  static constexpr Condition of_sources(F) {
    return {Part::sources, call<F>};
  }
  template <class F>
  static constexpr Condition of_descriptor(F) {
    return {Part::descriptor, call<F>};
  }
  template <class F>
  static constexpr Condition of_operands(F) {
    return {Part::operands, call<F>};
  }
  template <class F>
  static constexpr Condition of_destination(F) {
    return {Part::destination, call<F>};
  }
  template <class F>
  static constexpr Condition of_instruction(F) {
    return {Part::instruction, call<F>};
  }

  constexpr bool known() const { return broken_ != nullptr; }

  // Returns the operands of `i` that break the limit.
  constexpr Operands broken_by(const Gen& gen, const Instruction& i) const {
    if (part_ == Part::instruction) return broken_if(broken_(gen, i, i.dst));
    if (part_ == Part::descriptor) return broken_if(i.row().format == Format::send && broken_(gen, i, i.src[1]), kSrc1);
    Operands result = kFine;
    if (part_ != Part::destination) result = sources_where(i, [&](const Operand& o) { return broken_(gen, i, o); });
    if (part_ != Part::sources && i.row().has_destination && broken_(gen, i, i.dst)) result |= kDst;
    return result;
  }
  // Whether `operand` breaks the limit. It need not be in its slot of `i` yet.
  constexpr bool broken_by(const Gen& gen, const Instruction& i, const Operand& operand) const {
    return broken_(gen, i, operand);
  }

 private:
  enum class Part : std::uint8_t { sources, descriptor, operands, destination, instruction };
  using Broken = bool (*)(const Gen&, const Instruction&, const Operand&);

  constexpr Condition(Part part, Broken broken) : part_(part), broken_(broken) {}

  template <class F>
  static constexpr bool call(const Gen& gen, const Instruction& i, const Operand& operand) {
    if constexpr (std::is_invocable_v<F, const Operand&>) {
      return F{}(operand);
    } else if constexpr (std::is_invocable_v<F, const Instruction&>) {
      return F{}(i);
    } else if constexpr (std::is_invocable_v<F, const Instruction&, const Operand&>) {
      return F{}(i, operand);
    } else {
      return F{}(gen, i, operand);
    }
  }

  Part part_ = Part::instruction;
  Broken broken_ = nullptr;
};

}  // namespace eugene::isa
