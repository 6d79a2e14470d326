#include "jit/record_kernel.h"

#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <span>

#include "jit/message/read_ahead.h"
#include "jit/message/record_send.h"
#include "jit/record/channels.h"
#include "jit/record/digests.h"
#include "jit/record/direct_threads.h"
#include "jit/record/exits.h"
#include "jit/record/instruction_counts.h"
#include "jit/record/long_divisions.h"
#include "jit/record/record_alu.h"
#include "jit/record/record_flow.h"
#include "jit/record/record_versions.h"

namespace eugene::jit {
namespace {

using eu::Action;
using Op = eu::PreparedOp;

// Creates the variables, with initial values from the Thread and the Frame.
void create_variables(Recording& r) {
  llvm::Type* i32 = r.ir.getInt32Ty();
  llvm::Type* i64 = r.ir.getInt64Ty();
  r.variables.running = r.ir.CreateAlloca(i32);
  llvm::Value* instructions = r.ir.CreateAlloca(i64);
  llvm::Value* lanes = r.ir.CreateAlloca(i64);
  r.variables.resume = r.ir.CreateAlloca(i32);
  r.counters.use(instructions, lanes, r.variables.running);
  set_running(r, r.function.load_state(i32, offsetof(eu::Thread, running)));
  r.ir.CreateStore(r.function.load_state(i64, offsetof(eu::Thread, instructions_executed)), instructions);
  r.ir.CreateStore(r.function.load_state(i64, offsetof(eu::Thread, lane_operations)), lanes);
  r.ir.CreateStore(r.function.entry(), r.variables.resume);
  r.variables.budget = r.function.load_from_frame(i64, offsetof(Frame, budget));
  if (r.plan.assumptions.observed.instructions)
    r.variables.counts = r.function.load_from_frame(r.ir.getPtrTy(), offsetof(Frame, counts));
  if (r.plan.digests != nullptr) create_digest(r);
  r.variables.windows = r.function.load_from_frame(r.ir.getPtrTy(), offsetof(Frame, windows));
  create_read_ahead(r);
}

// Jumps to the entry of `version` that the caller has selected.
void dispatch_entry(Recording& r, Version version) {
  auto* choose = r.ir.CreateSwitch(r.function.entry(), r.block(r.plan.size()));
  for (const std::uint32_t entry : r.plan.flow.entries())
    choose->addCase(r.ir.getInt32(entry), r.block(r.plan.flow.first_step_to(entry, 0), version));
}

void record_entry(Recording& r) {
  create_variables(r);
  if (r.plan.has(kFull)) {
    auto* full = r.function.create_block("full");
    auto* partial = r.function.create_block("partial");
    r.ir.CreateCondBr(all_run(r), full, partial);
    r.ir.SetInsertPoint(full);
    dispatch_entry(r, kFull);
    r.ir.SetInsertPoint(partial);
    if (!r.plan.has(kPartial)) r.ir.CreateRet(r.ir.getInt32(kInterpret));
  }
  if (r.plan.has(kPartial)) dispatch_entry(r, kPartial);
}

// At the head of a closed loop, continues the dispatch of a thread to a resume point in the loop. At the resume point
// itself, ends the dispatch.
void record_resumption(Recording& r, const Op& op) {
  const ControlFlow& flow = r.plan.flow;
  if (const auto last = flow.closed_loop_at(op.index)) {
    auto* here = r.function.create_block("here");
    auto* choose = r.ir.CreateSwitch(r.ir.CreateLoad(r.ir.getInt32Ty(), r.variables.resume), here);
    for (const std::uint32_t target : flow.resume_points(r.version)) {
      if (target > op.index && target <= *last)
        choose->addCase(r.ir.getInt32(target), r.block(flow.first_step_to(target, op.index + 1)));
    }
    r.ir.SetInsertPoint(here);
  }
  r.ir.CreateStore(r.ir.getInt32(~0U), r.variables.resume);
}

// Begins the code of `op`: in the same block if control only comes from the previous instruction.
void begin_instruction(Recording& r, const Op& op) {
  if (const auto& live = r.plan.live[r.version]) r.registers.set_live(live->before(op.index));
  r.registers.keep_scalars(r.plan.flow.is_in_closed_loop(op.index));
  const bool falls_through = r.ir.GetInsertBlock()->getTerminator() == nullptr;
  if (!r.plan.flow.begins_block(op.index, r.version)) {
    // This block begins after a branch, so cached registers are still valid.
    if (!falls_through) r.ir.SetInsertPoint(r.block(op.index));
    return;
  }
  if (falls_through) r.branch_to(op.index);
  r.registers.forget();
  r.ir.SetInsertPoint(r.block(op.index));
  if (r.plan.flow.is_resume_point(op.index, r.version)) record_resumption(r, op);
  if (r.plan.flow.is_join(op.index) && !r.is_full()) {
    rejoin(r, op);
    if (r.plan.has(kFull) && !r.plan.flow.is_in_closed_loop(op.index)) return_to_full(r, op);
  }
  record_long_division(r, op);
}

void record_instruction(Recording& r, const Op& op) {
  if (r.plan.flow.is_interpreted(op.index)) return leave(r, kInterpret, &op);
  if (r.plan.flow.is_loop_head(op.index))
    leave_if(r, r.ir.CreateICmpUGE(r.counters.instructions(), r.variables.budget), eu::Stop::out_of_budget, op);
  digest_before(r, op);
  switch (op.action) {
    case Action::nop: count_instruction(r, op); return r.counters.add_instruction();
    case Action::jump: return record_jump(r, op);
    case Action::branch: return record_branch(r, op);
    case Action::send:
      drop_read_ahead(r, op);
      record_send(r, op);
      return digest_after(r, op);
    case Action::wait: drop_read_ahead(r, op); return record_wait(r, op);
    default: return record_alu(r, op);
  }
}

// Whether the code never comes to `op`: the interpreter executes the instruction before `op`, and continues to `op`.
bool is_passed_over(const Recording& r, const Op& op) {
  return r.plan.flow.is_interpreted(op.index) && !r.plan.flow.begins_block(op.index, r.version) &&
         r.blocks[r.version][op.index] == nullptr && r.ir.GetInsertBlock()->getTerminator() != nullptr;
}

void record_instructions(Recording& r, std::span<const Op> ops) {
  for (const Op& op : ops) {
    if (is_passed_over(r, op)) continue;
    begin_instruction(r, op);
    if (const auto& live = r.plan.live[r.version]) r.registers.set_live(live->around(op));
    record_instruction(r, op);
  }
}

void record_version(Recording& r, Version version) {
  r.version = version;
  r.places_checked = 0;
  record_instructions(r, r.plan.ops());
  if (r.ir.GetInsertBlock()->getTerminator() == nullptr) r.branch_to(r.plan.size());
  for (MaskedSection& section : r.sections) {
    const std::uint32_t first = section.branch->index + 1;
    llvm::Value* all = begin_section(r, section);
    record_instructions(r, std::span(r.plan.ops()).subspan(first, section.end - first));
    end_section(r, all);
  }
  r.sections.clear();
}

// The interpreter handles threads that run past the end of the program.
void record_end(Recording& r) {
  r.registers.forget();
  r.ir.SetInsertPoint(r.block(r.plan.size()));
  r.function.store_state(offsetof(eu::Thread, ip), r.ir.getInt32(r.plan.kernel.prepared().end()));
  leave(r, kInterpret, nullptr);
}

}  // namespace

Recorded record_kernel(const eu::Kernel& kernel, const Assumptions& assumptions, const HostCompiler& host,
                       const std::string& name) {
  KernelPlan plan(kernel, assumptions);
  LongDivisions divisions = find_long_divisions(plan);
  Recording r(plan, host, name);
  r.long_divisions = std::move(divisions);
  record_entry(r);
  record_exit(r);
  for (const Version version : {kFull, kPartial})
    if (plan.has(version)) record_version(r, version);
  record_end(r);
  if (assumptions.only != nullptr) llvm::EliminateUnreachableBlocks(*r.function.function);
  r.messages.inline_calls();
  return {std::move(r.function.unit), plan.flow.entries(), plan.flow.joins(), std::move(r.slots)};
}

std::string record_direct_threads(const eu::Kernel& kernel, const Assumptions& assumptions, const HostCompiler& host,
                                  const std::string& name, Recorded& recorded) {
  const KernelPlan plan(kernel, assumptions);
  if (!may_be_direct(plan)) return {};
  Recording r(plan, host, name + ".direct", std::move(recorded.unit));
  r.direct = Direct{.slots = &recorded.slots};
  DirectThreads threads = begin_direct_threads(r);
  record_exit(r);
  r.ir.CreateBr(r.block(0, kFull));
  record_version(r, kFull);
  record_end(r);
  const bool is_done = end_direct_threads(r, threads);
  recorded.unit = std::move(r.function.unit);
  return is_done ? name + ".direct" : "";
}

}  // namespace eugene::jit
