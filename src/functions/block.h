// Messages that move whole registers: OWord and HWord blocks, dual blocks, scratch (SKL PRM vol7, data port
// messages; SNB PRM vol4 part1 "OWord Block Read/Write" for the channel enables).
#pragma once

#include "functions/surfaces.h"

namespace eugene::functions {

// A block of one OWord is in one half of its register; blocks of 2, 4, 8 fill registers.
struct OwordCount {
  unsigned owords = 1;     // 1, 2, 4, 8
  bool high_half = false;  // of one OWord: bits 255:128
};

// Functions return false after a fault.

// At the header's global offset M0.2, in OWords, or in bytes where `unaligned`.
bool oword_block(Call& call, Surfaces& surfaces, unsigned bti, Access access, OwordCount count, bool unaligned);
// At the header's qword M0.1:M0.0.
bool a64_oword_block(Call& call, Access access, OwordCount count);
bool a64_hword_block(Call& call, Access access, unsigned hwords);

// Two blocks of `owords` (1 or 4), one in each half of the registers, at the global offset plus dwords 0 and 4 of
// the register after the header, in OWords.
bool oword_dual_block(Call& call, Surfaces& surfaces, unsigned bti, Access access, unsigned owords);
// The addresses are qwords 0 and 2 of the register after the header.
bool a64_oword_dual_block(Call& call, Access access, unsigned owords);

// `hwords` (1, 2, 4, 8) registers at General State Base + M0.5[31:10] + `hword_offset` * 32. `by_dword` is the
// channel mode: the enables count for dwords; otherwise any of four enables its OWord.
bool scratch_block(Call& call, Surfaces& surfaces, Access access, unsigned hwords, unsigned hword_offset,
                   bool by_dword);

}  // namespace eugene::functions
