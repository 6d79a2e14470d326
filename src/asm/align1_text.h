// Three-source instructions in the text of iga64. Gen9 has them only in Align16, where every size is a multiple of four
// channels (two for DF), a write mask selects one channel, and a swizzle repeats one element. iga64 writes them without
// mask and swizzle, as Align1 would: mad (1|M0) r8.3<1>:f r5.1<0;0>:f ... means mad (4) r8.0<1>.w:f r5.1<0;1,0>:f ...
// An instruction in the form of the text has the access mode Align1, the size that the text gives, and the regions
// <0;1,0> and <4;4,1>.
#pragma once

#include <optional>

#include "isa/instruction.h"

namespace eugene::assembly {

// Returns the instruction that the machine executes for `text`, which is in the form of the text.
isa::Instruction as_align16(const isa::Instruction& text);

// True for a three-source instruction that is Align1 in machine code too: from Gen12 on.
constexpr bool is_align1_ternary(const isa::Instruction& machine) {
  return machine.row().format == isa::Format::three_source && machine.access_mode == isa::AccessMode::align1;
}

// Returns the form of the text. Null if `machine` has none: for other write masks and swizzles, and for the
// accumulators of madm.
std::optional<isa::Instruction> as_align1(const isa::Instruction& machine);

}  // namespace eugene::assembly
