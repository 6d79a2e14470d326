// Three-source instructions in the text of iga64. Gen9 has them in Align16 only, where every size is a multiple of four
// channels (two of DF), a write mask picks one channel and a swizzle repeats one element. iga64 writes them without
// either, as Align1 would have them: mad (1|M0) r8.3<1>:f r5.1<0;0>:f ... is mad (4) r8.0<1>.w:f r5.1<0;1,0>:f ...
// An instruction in this form has Align1 as its access mode, the size that the text says, and the regions <0;1,0> and
// <4;4,1>.
#pragma once

#include <optional>

#include "isa/instruction.h"

namespace eugene::assembly {

// The instruction that the machine executes, of one in the form of the text.
isa::Instruction as_align16(const isa::Instruction& text);

// The form of the text; null if `machine` has none: other write masks and swizzles, and the accumulators of madm.
std::optional<isa::Instruction> as_align1(const isa::Instruction& machine);

}  // namespace eugene::assembly
