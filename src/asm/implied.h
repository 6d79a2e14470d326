// Implicit operands. Branches, jmpi and wait have operand slots that no dialect writes, but machine code needs a value
// in them.
#pragma once

#include <string_view>

#include "asm/dialect.h"
#include "isa/gen.h"
#include "isa/instruction.h"

namespace eugene::assembly {

// The operands that the text of an instruction names.
struct Spelled {
  bool dst = false;
  std::uint8_t sources = 0;  // from src[0] on
  bool target = false;       // a branch's target: distances, labels or a register
};

// Returns the destination type of a Gen6 branch that compares two sources of `type`. It has the element size of `type`
// (8.3.20), but is never a byte: the slot holds the distance, which is an immediate, and immediates have no byte types.
isa::Type compare_destination_type(isa::Type type);

// True if an immediate source 0 has 64 bits, so that it also fills source 1.
bool fills_source1(const isa::Operand& src0);

// Returns the operands that the text of `instruction` names. They depend on the opcode and the condition modifier: an
// embedded compare (Gen6's if, while and case) names two sources.
Spelled spelled(const isa::Instruction& instruction);

// An operand slot. slot_access_mode(): isa reads the slot in the instruction's access mode if the opcode uses it, else
// as Align1.
enum class Slot : std::uint8_t { dst, src0, src1 };
isa::AccessMode slot_access_mode(const isa::Instruction& instruction, Slot slot);

// Returns the destination stride and source region of a math macro's operand whose text has none: whole registers, as
// Intel's compiler encodes them.
isa::Region macro_region(const isa::Instruction& instruction, isa::Type type, bool is_destination);

// Returns source 1 of a math function whose text names only one source.
isa::Operand unnamed_math_source(const Dialect& dialect, const isa::Instruction& instruction);

// The source of a `sync` that waits for no tokens.
inline constexpr isa::Operand kSyncNull{.type = isa::Type::ub};

// Returns the slot that holds the distances of a branch; null if its target is in a register.
const isa::Operand* distance_slot(const isa::Instruction& branch);

// Text for the missing target of a branch whose distance slot holds a register that is not a target, or is compared.
// Machine code can encode such a branch.
inline constexpr std::string_view kNoTarget = "none";

// Whether the target of `branch` can be a register.
bool may_have_register_target(const isa::Gen& gen, const isa::Instruction& branch);

// Whether the target of `branch` is in a register.
bool names_register_target(const isa::Gen& gen, const isa::Instruction& branch);

// Returns the index of the source that holds a branch target in a register.
unsigned register_target_slot(const isa::Gen& gen, isa::Opcode opcode);

// Fills the operands that the text of `instruction` does not name, as `dialect`'s assembler does. Uses its opcode,
// access mode, execution size, condition modifier and the operands that are named.
void fill_implied(const isa::Gen& gen, const Dialect& dialect, isa::Instruction& instruction);

}  // namespace eugene::assembly
