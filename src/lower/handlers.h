// Lowering of vISA instructions: a row for each page of the manual that can be executed.
#pragma once

#include <array>

#include "isa/instruction.h"
#include "isa/message/message.h"
#include "lower/context.h"

namespace eugene::lower {

struct Row;
using Handler = Result<void> (*)(Context& context, const Op& op, const Row& row);

struct Row {
  visa::Page page;
  Handler handler;
  // Parameters for handlers that several pages share.
  isa::Opcode opcode = isa::Opcode::nop;
  isa::MathFunction math = isa::MathFunction::none;
  std::array<std::uint8_t, 3> order = {0, 1, 2};  // native source n is vISA source order[n]
  // Memory accesses:
  isa::Access access = isa::Access::read;
  bool a64 = false;        // at addresses, not in a surface
  bool unaligned = false;  // a block that may begin at any dword
};

// Returns null if the page is not executed.
const Row* find_row(visa::Page page);

// arithmetic.cpp
Result<void> lower_alu(Context& context, const Op& op, const Row& row);
Result<void> lower_move_state(Context& context, const Op& op, const Row& row);
Result<void> lower_mov(Context& context, const Op& op, const Row& row);
Result<void> lower_math(Context& context, const Op& op, const Row& row);
Result<void> lower_division(Context& context, const Op& op, const Row& row);
Result<void> lower_min_max(Context& context, const Op& op, const Row& row);
Result<void> lower_address(Context& context, const Op& op, const Row& row);
Result<void> lower_ieee(Context& context, const Op& op, const Row& row);
Result<void> lower_bfi(Context& context, const Op& op, const Row& row);
Result<void> lower_sad2add(Context& context, const Op& op, const Row& row);
// wide.cpp: 64-bit computations
Result<void> lower_mulh(Context& context, const Op& op, const Row& row);
Result<void> lower_madw(Context& context, const Op& op, const Row& row);
Result<void> lower_carry(Context& context, const Op& op, const Row& row);
// later.cpp
Result<void> lower_add3(Context& context, const Op& op, const Row& row);
Result<void> lower_rotate(Context& context, const Op& op, const Row& row);
Result<void> lower_dp4a(Context& context, const Op& op, const Row& row);
Result<void> lower_boolean(Context& context, const Op& op, const Row& row);
// barriers.cpp
Result<void> lower_barrier(Context& context, const Op& op, const Row& row);
Result<void> lower_split_barrier(Context& context, const Op& op, const Row& row);
Result<void> lower_named_barrier(Context& context, const Op& op, const Row& row);
// conversions.cpp
Result<void> lower_fcvt(Context& context, const Op& op, const Row& row);
Result<void> lower_srnd(Context& context, const Op& op, const Row& row);
// render.cpp
Result<void> lower_urb_write(Context& context, const Op& op, const Row& row);
Result<void> lower_rt_write(Context& context, const Op& op, const Row& row);
// systolic.cpp
Result<void> lower_systolic(Context& context, const Op& op, const Row& row);
// predicates.cpp
Result<void> lower_logic(Context& context, const Op& op, const Row& row);
Result<void> lower_compare(Context& context, const Op& op, const Row& row);
Result<void> lower_setp(Context& context, const Op& op, const Row& row);
Result<void> lower_overflowing_sum(Context& context, const Op& op, const Row& row);
Result<void> lower_macro(Context& context, const Op& op, const Row& row);
// flow.cpp
Result<void> lower_file(Context& context, const Op& op, const Row& row);
Result<void> lower_location(Context& context, const Op& op, const Row& row);
Result<void> lower_lifetime(Context& context, const Op& op, const Row& row);
Result<void> lower_nothing(Context& context, const Op& op, const Row& row);
Result<void> lower_label(Context& context, const Op& op, const Row& row);
Result<void> lower_jump(Context& context, const Op& op, const Row& row);
Result<void> lower_goto(Context& context, const Op& op, const Row& row);
Result<void> lower_switch(Context& context, const Op& op, const Row& row);
// routines.cpp
Result<void> lower_routine(Context& context, const Op& op, const Row& row);
Result<void> lower_call(Context& context, const Op& op, const Row& row);
Result<void> lower_return(Context& context, const Op& op, const Row& row);
// functions.cpp
Result<void> lower_fcall(Context& context, const Op& op, const Row& row);
Result<void> lower_ifcall(Context& context, const Op& op, const Row& row);
Result<void> lower_faddr(Context& context, const Op& op, const Row& row);
// scattered.cpp
Result<void> lower_scaled4(Context& context, const Op& op, const Row& row);
Result<void> lower_scaled(Context& context, const Op& op, const Row& row);
Result<void> lower_legacy_scattered(Context& context, const Op& op, const Row& row);
Result<void> lower_svm_scattered(Context& context, const Op& op, const Row& row);
// atomics.cpp
Result<void> lower_dword_atomic(Context& context, const Op& op, const Row& row);
Result<void> lower_svm_atomic(Context& context, const Op& op, const Row& row);
Result<void> lower_rt_read(Context& context, const Op& op, const Row& row);
// sampler.cpp
Result<void> lower_sample(Context& context, const Op& op, const Row& row);
Result<void> lower_sample4(Context& context, const Op& op, const Row& row);
Result<void> lower_old_sample(Context& context, const Op& op, const Row& row);
Result<void> lower_info(Context& context, const Op& op, const Row& row);
Result<void> lower_sampler_flush(Context& context, const Op& op, const Row& row);
// typed.cpp
Result<void> lower_typed(Context& context, const Op& op, const Row& row);
Result<void> lower_typed_atomic(Context& context, const Op& op, const Row& row);
// blocks.cpp
Result<void> lower_oword(Context& context, const Op& op, const Row& row);
Result<void> lower_svm_block(Context& context, const Op& op, const Row& row);
Result<void> lower_media(Context& context, const Op& op, const Row& row);
// lsc.cpp
Result<void> lower_lsc(Context& context, const Op& op, const Row& row);
Result<void> lower_lsc_fence(Context& context, const Op& op, const Row& row);
Result<void> lower_qwords(Context& context, const Op& op, const Row& row);
// messages.cpp
Result<void> lower_raw_send(Context& context, const Op& op, const Row& row);
Result<void> lower_raw_sends(Context& context, const Op& op, const Row& row);
Result<void> lower_fence(Context& context, const Op& op, const Row& row);
Result<void> lower_wait(Context& context, const Op& op, const Row& row);

}  // namespace eugene::lower
