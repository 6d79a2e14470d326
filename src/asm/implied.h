// What an instruction's operands are where the text does not say: branches, jmpi and wait have operand
// slots that no dialect writes, and machine code must hold something there.
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
  bool target = false;       // of a branch: distances, labels or a register
};

// The type in the destination's field of a Gen6 branch that compares two sources of `type`: its element size is theirs
// (8.3.20), and the distance that lies there is an immediate, which bytes are not.
isa::Type compare_destination_type(isa::Type type);

// Whether an immediate source 0 takes the place of source 1 too: it has 64 bits.
bool fills_source1(const isa::Operand& src0);

// What the text of `instruction` names. Its opcode and condition modifier count: an embedded compare (Gen6's if, while
// and case) names two sources.
Spelled spelled(const isa::Instruction& instruction);

// How isa reads an operand slot: in the instruction's access mode if the opcode uses it, else as Align1.
enum class Slot : std::uint8_t { dst, src0, src1 };
isa::AccessMode slot_access_mode(const isa::Instruction& instruction, Slot slot);

// The destination stride and source region of a math macro's operands that are written without: whole registers, as
// Intel's compiler encodes them.
isa::Region macro_region(const isa::Instruction& instruction, isa::Type type, bool is_destination);

// Source 1 of a math function where the text names one source only.
isa::Operand unnamed_math_source(const Dialect& dialect, const isa::Instruction& instruction);

// The slot that holds the distances of a branch; null if its target is in a register.
const isa::Operand* distance_slot(const isa::Instruction& branch);

// What stands for the target of a branch that has none, where a register takes the place of the distance and cannot be
// the target, or is compared: machine code can say so.
inline constexpr std::string_view kNoTarget = "none";

// Whether the target of `branch` can be a register.
bool may_have_register_target(const isa::Gen& gen, const isa::Instruction& branch);

// Whether the target of `branch` is in a register.
bool names_register_target(const isa::Gen& gen, const isa::Instruction& branch);

// The source that holds a branch target which is a register.
unsigned register_target_slot(const isa::Gen& gen, isa::Opcode opcode);

// Fills the operands that the text of `instruction` does not name, as `dialect`'s assembler does. Uses its
// opcode, access mode, execution size, condition modifier and the operands named.
void fill_implied(const isa::Gen& gen, const Dialect& dialect, isa::Instruction& instruction);

}  // namespace eugene::assembly
