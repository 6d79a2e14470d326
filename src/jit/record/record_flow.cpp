#include "jit/record/record_flow.h"

#include <algorithm>
#include <array>
#include <span>

#include "eu/analysis/lone_channel.h"
#include "jit/record/channels.h"
#include "jit/record/exits.h"
#include "jit/record/instruction_counts.h"
#include "jit/record/masked_sections.h"
#include "jit/record/record_versions.h"

namespace eugene::jit {
namespace {

using sem::Flow;
using sem::Leavers;
using Op = eu::PreparedOp;

llvm::Value* is_none(Builder& ir, llvm::Value* channels) { return ir.CreateICmpEQ(channels, ir.getInt32(0)); }

// Returns the address of the mask of channels that wait at a join.
llvm::Value* waiting(Recording& r, std::uint32_t join) {
  return r.ir.CreateConstInBoundsGEP1_32(r.ir.getInt32Ty(), r.function.waiting(),
                                         static_cast<unsigned>(r.plan.flow.join_number(join)));
}

void park(Recording& r, llvm::Value* channels, std::uint32_t target) {
  llvm::Value* parked = waiting(r, target);
  r.ir.CreateStore(r.ir.CreateOr(r.ir.CreateLoad(r.ir.getInt32Ty(), parked), channels), parked);
}

// Makes the channels `leaving` wait at `target`. Returns the channels that keep running.
llvm::Value* park_and_run_rest(Recording& r, llvm::Value* leaving, std::uint32_t target) {
  park(r, leaving, target);
  llvm::Value* left = r.ir.CreateAnd(running(r), r.ir.CreateNot(leaving));
  set_running(r, left);
  return left;
}

// Returns the channels of `op`, at their own bits.
std::uint32_t own_channels(const Op& op) { return op.all << op.channel_offset; }

// Whether the instruction does nothing but count itself if none of `channels` runs.
bool only_affects(const Recording& r, const Op& op, std::uint32_t channels) {
  const bool computes = op.action == eu::Action::alu || op.action == eu::Action::compare ||
                        op.action == eu::Action::select || op.action == eu::Action::select_compare;
  return computes && !op.no_mask && !op.alu.refreshes && !op.destination.acts && (own_channels(op) & ~channels) == 0 &&
         !r.plan.flow.is_interpreted(op.index) && !r.plan.flow.begins_block(op.index, kFull);
}

// Whether a branch of some channels of the thread only skips instructions of the same channels. Compilers split work on
// doubles in this way, so that the other channels of the thread pass through those instructions without effect.
bool skips_own_instructions(const Recording& r, const Op& op, std::uint32_t target, std::uint32_t jip) {
  const std::uint32_t own = own_channels(op);
  const bool is_part = !op.no_mask && (r.plan.kernel.prepared().channel_use.used & ~own) != 0;
  if (!is_part || target != jip || target <= op.index + 1 || r.variables.digest != nullptr) return false;
  const auto skipped = std::span(r.plan.ops()).subspan(op.index + 1, target - op.index - 1);
  return std::ranges::all_of(skipped, [&](const Op& each) { return only_affects(r, each, own); });
}

// If all channels of `op` are among `leaving`, continues at the target in the full version: the channels would come
// together there, and the others have nothing to do before.
void skip_own_instructions(Recording& r, llvm::Value* leaving, std::uint32_t target, const Op& op) {
  auto* skip = r.function.create_block("skip");
  auto* part = r.function.create_block("part");
  r.ir.CreateCondBr(r.ir.CreateICmpEQ(leaving, r.ir.getInt32(own_channels(op))), skip, part);
  r.ir.SetInsertPoint(skip);
  for (const Op& each : std::span(r.plan.ops()).subspan(op.index + 1, target - op.index - 1)) {
    r.counters.add_instruction();
    count_instruction(r, each, r.ir.getInt32(0));
  }
  r.branch_to(target);
  r.ir.SetInsertPoint(part);
}

// Records a uniform branch in the full version: all channels take it, or none. `channels` are those that take it.
void branch_together(Recording& r, llvm::Value* channels, std::uint32_t target, const Op& op) {
  const std::uint32_t first = own_channels(op) & ~(own_channels(op) - 1);
  r.ir.CreateCondBr(is_none(r.ir, r.ir.CreateAnd(channels, first)), r.block(op.index + 1), r.block(target));
}

// In the full version: either all channels take the same path, or they diverge.
void leave_in_full(Recording& r, llvm::Value* leaving, std::uint32_t target, std::uint32_t jip, const Op& op) {
  auto* some = r.function.create_block("some");
  auto* diverging = r.function.create_block("diverging");
  r.ir.CreateCondBr(is_none(r.ir, leaving), r.block(op.index + 1), some);
  r.ir.SetInsertPoint(some);
  if (target == jip)
    r.ir.CreateCondBr(r.ir.CreateICmpEQ(leaving, running(r)), r.block(jip), diverging);
  else
    r.ir.CreateBr(diverging);
  if (r.direct) {
    r.ir.SetInsertPoint(diverging);
    r.ir.CreateBr(r.direct->give_up);
    return;
  }
  if (const auto end = masked_section_end(r.plan, op)) {
    r.sections.push_back({.branch = &op, .end = *end, .entry = diverging, .leaving = leaving});
    return;
  }
  r.ir.SetInsertPoint(diverging);
  llvm::Value* left = park_and_run_rest(r, leaving, target);
  if (target == op.index + 1) return continue_in_partial(r, target);  // they rejoin the others at once
  auto* stay = r.function.create_block("stay");
  auto* jump = r.function.create_block("jump");
  r.ir.CreateCondBr(is_none(r.ir, left), jump, stay);
  r.ir.SetInsertPoint(jump);
  continue_in_partial(r, jip);
  r.ir.SetInsertPoint(stay);
  continue_in_partial(r, op.index + 1);
}

// The only channel takes the whole thread with it (record_versions.h), past the instructions that the thread would
// execute without it.
void leave_alone(Recording& r, llvm::Value* leaving, const Op& op) {
  auto* leaves = r.function.create_block("leaves");
  r.ir.CreateCondBr(is_none(r.ir, leaving), r.block(op.index + 1), leaves);
  r.ir.SetInsertPoint(leaves);
  const eu::Detour detour = *eu::follow_alone(r.plan.kernel.prepared().ops, op);
  for (unsigned i = 0; i < detour.instructions; ++i) r.counters.add_instruction();
  r.counters.add_lanes(detour.jumps);
  r.branch_to(op.flow.target());
}

// The channels `leaving` wait at `target`. The thread jumps to `jip` if no channel's IP is at the next instruction.
void leave_among_some(Recording& r, llvm::Value* leaving, std::uint32_t target, std::uint32_t jip, const Op& op) {
  llvm::Value* here = park_and_run_rest(r, leaving, target);
  if (r.plan.flow.is_join(op.index + 1))
    here = r.ir.CreateOr(here, r.ir.CreateLoad(r.ir.getInt32Ty(), waiting(r, op.index + 1)));
  r.ir.CreateCondBr(is_none(r.ir, here), r.block(jip), r.block(op.index + 1));
}

// The `channels` leave for `target`; the thread jumps to `jip` if none is left here.
void leave_channels(Recording& r, llvm::Value* channels, std::uint32_t target, std::uint32_t jip, const Op& op) {
  llvm::Value* leaving = r.ir.CreateAnd(channels, running(r));
  count_parting(r, op, leaving, r.ir.CreateAnd(running(r), r.ir.CreateNot(leaving)));
  if (r.plan.is_alone()) return leave_alone(r, leaving, op);
  if (r.is_full()) {
    if (!op.flow.may_part) return branch_together(r, channels, jip, op);
    if (skips_own_instructions(r, op, target, jip)) skip_own_instructions(r, channels, target, op);
    return leave_in_full(r, leaving, target, jip, op);
  }
  leave_among_some(r, leaving, target, jip, op);
}

// The `channels` repeat the loop that begins at `target`; the others wait after it.
void loop_back(Recording& r, llvm::Value* channels, std::uint32_t target, const Op& op) {
  llvm::Value* looping = r.ir.CreateAnd(channels, running(r));
  count_parting(r, op, r.ir.CreateAnd(running(r), r.ir.CreateNot(looping)), looping);
  if (r.plan.is_alone()) {
    r.ir.CreateCondBr(is_none(r.ir, looping), r.block(op.index + 1), r.block(target));
    return;
  }
  if (r.is_full() && !op.flow.may_part) return branch_together(r, channels, target, op);
  auto* again = r.function.create_block("again");
  if (r.is_full()) {
    auto* not_all = r.function.create_block("not_all");
    r.ir.CreateCondBr(r.ir.CreateICmpEQ(looping, running(r)), r.block(target), not_all);
    r.ir.SetInsertPoint(not_all);
  }
  r.ir.CreateCondBr(is_none(r.ir, looping), r.block(op.index + 1), again);
  r.ir.SetInsertPoint(again);
  park(r, r.ir.CreateAnd(running(r), r.ir.CreateNot(looping)), op.index + 1);
  set_running(r, looping);
  if (r.is_full()) return continue_in_partial(r, target);
  r.ir.CreateBr(r.block(target));
}

// ---- Calls of all running channels. The interpreter executes calls of some of them. ----

// The channels of a call or ret, each at its own bit: all enabled ones, and the running ones whose predicate holds.
struct Callers {
  llvm::Value* eligible;
  llvm::Value* taken;
};

Callers callers(Recording& r, const Op& op) {
  const unsigned position = (32U - op.channel_offset) % 32;
  // With a size of at most two, the size counts dwords, not channels.
  llvm::Value* eligible = op.lanes.count <= 2 ? running(r) : rotate_right(r.ir, execution_mask(r, op), position);
  llvm::Value* taken = eligible;
  if (op.predicated) taken = r.ir.CreateAnd(eligible, rotate_right(r.ir, predicate(r, op), position));
  return {eligible, r.ir.CreateAnd(taken, running(r))};
}

llvm::Value* takes_all(Recording& r, llvm::Value* channels) {
  return r.ir.CreateAnd(r.ir.CreateICmpEQ(channels, running(r)), r.ir.CreateNot(is_none(r.ir, channels)));
}

llvm::Value* call_mask(Recording& r) {
  return r.function.load_state(r.ir.getInt32Ty(), offsetof(eu::Thread, call_mask));
}

llvm::Value* ip_base(Recording& r) { return r.function.load_state(r.ir.getInt32Ty(), offsetof(eu::Thread, ip_base)); }

// The two dwords of a return address and a mask.
std::array<unsigned, 2> dwords_at(unsigned offset) { return {offset, offset + 4}; }

void count_call(Recording& r, const Op& op, const Callers& channels) {
  r.counters.add_instruction();
  r.counters.add_lane_count(channels.eligible);
  count_instruction(r, op, channels.eligible);
}

void check_budget(Recording& r, const Op& op) {
  llvm::Value* executed = r.counters.now().instructions;
  leave_if(r, r.ir.CreateICmpUGE(executed, r.variables.budget), eu::Stop::out_of_budget, op);
}

void record_call(Recording& r, const Op& op) {
  if (op.flow.target() <= op.index) check_budget(r, op);
  const Callers channels = callers(r, op);
  leave_if(r, r.ir.CreateNot(takes_all(r, channels.taken)), kInterpret, &op);
  count_call(r, op, channels);
  llvm::Value* address = r.ir.CreateAdd(ip_base(r), r.ir.getInt32(r.plan.kernel.prepared().offset_at(op.index + 1)));
  llvm::Value* words = llvm::PoisonValue::get(llvm::FixedVectorType::get(r.ir.getInt32Ty(), 2));
  words = r.ir.CreateInsertElement(words, address, std::uint64_t{0});
  words = r.ir.CreateInsertElement(words, call_mask(r), std::uint64_t{1});
  r.registers.scatter(dwords_at(op.destination.offset), 4, words);
  r.function.store_state(offsetof(eu::Thread, call_mask), channels.taken);
  r.branch_to(op.flow.target());
}

// Returns to the place after one of the program's calls. For any other place, the interpreter executes the ret.
void record_return(Recording& r, const Op& op) {
  check_budget(r, op);
  const Callers channels = callers(r, op);
  llvm::Value* const called = call_mask(r);
  llvm::Value* others = r.ir.CreateAnd(called, r.ir.CreateNot(channels.taken));
  llvm::Value* all = r.ir.CreateAnd(takes_all(r, channels.taken), is_none(r.ir, others));
  leave_if(r, r.ir.CreateNot(all), kInterpret, &op);
  llvm::Value* words = r.registers.gather(dwords_at(op.source[0].offset), 4);
  llvm::Value* address = r.ir.CreateSub(r.ir.CreateExtractElement(words, std::uint64_t{0}), ip_base(r));
  const Counters::Counts before = r.counters.now();
  count_call(r, op, channels);
  r.flush();
  r.function.store_state(offsetof(eu::Thread, call_mask), r.ir.CreateExtractElement(words, std::uint64_t{1}));

  auto* lost = r.function.create_block("lost");
  const std::vector<std::uint32_t>& places = r.plan.flow.return_places();
  auto* choose = r.ir.CreateSwitch(address, lost, static_cast<unsigned>(places.size()));
  for (const std::uint32_t place : places)
    choose->addCase(r.ir.getInt32(r.plan.kernel.prepared().offset_at(place)), r.block(place));
  r.ir.SetInsertPoint(lost);
  r.function.store_state(offsetof(eu::Thread, call_mask), called);
  r.counters.set(before);
  leave(r, kInterpret, &op);
}

}  // namespace

void rejoin(Recording& r, const Op& op) {
  llvm::Value* parked = waiting(r, op.index);
  set_running(r, r.ir.CreateOr(running(r), r.ir.CreateLoad(r.ir.getInt32Ty(), parked)));
  r.ir.CreateStore(r.ir.getInt32(0), parked);
}

llvm::Value* begin_section(Recording& r, MaskedSection& section) {
  r.section = &section;
  r.registers.forget();
  r.places_checked = 0;
  r.ir.SetInsertPoint(section.entry);
  llvm::Value* all = running(r);
  const Op& op = *section.branch;
  leave_among_some(r, section.leaving, op.flow.target(), op.flow.jip, op);
  return all;
}

void end_section(Recording& r, llvm::Value* all) {
  const std::uint32_t end = r.section->end;
  if (r.ir.GetInsertBlock()->getTerminator() == nullptr) r.branch_to(end);
  r.registers.forget();
  r.ir.SetInsertPoint(r.block(end));
  if (r.plan.flow.is_join(end)) rejoin(r, r.plan.ops()[end]);
  r.section = nullptr;
  auto* together = r.function.create_block("together");
  auto* apart = r.function.create_block("apart");
  r.ir.CreateCondBr(r.ir.CreateICmpEQ(running(r), all), together, apart);
  r.ir.SetInsertPoint(apart);
  continue_in_partial(r, end);
  r.ir.SetInsertPoint(together);
  set_running(r, all);  // equal, but LLVM then sees that the section does not change the variable
  r.ir.CreateBr(r.block(end));
}

void record_branch(Recording& r, const Op& op) {
  if (op.flow.rule.kind == Flow::call) return record_call(r, op);
  if (op.flow.rule.kind == Flow::ret) return record_return(r, op);
  r.counters.add_instruction();
  // Rotate masks so that each channel is at its own bit.
  const unsigned position = (32U - op.channel_offset) % 32;
  llvm::Value* eligible = rotate_right(r.ir, execution_mask(r, op), position);
  llvm::Value* taken = eligible;
  if (op.predicated) taken = r.ir.CreateAnd(eligible, rotate_right(r.ir, predicate(r, op), position));
  r.counters.add_lane_count(eligible);
  count_instruction(r, op, eligible);
  r.flush();
  llvm::Value* others = r.ir.CreateAnd(eligible, r.ir.CreateNot(taken));
  switch (op.flow.rule.kind) {
    case Flow::leave: {
      llvm::Value* leaving = op.flow.rule.leavers == Leavers::all     ? eligible
                             : op.flow.rule.leavers == Leavers::taken ? taken
                                                                      : others;
      return leave_channels(r, leaving, op.flow.target(), op.flow.jip, op);
    }
    case Flow::resume:
      r.ir.CreateCondBr(is_none(r.ir, running(r)), r.block(op.flow.jip), r.block(op.index + 1));
      return;
    case Flow::loop: return loop_back(r, taken, op.flow.target(), op);
    default: return;  // ControlFlow leaves the others to the interpreter
  }
}

void record_jump(Recording& r, const Op& op) {
  r.counters.add_instruction();
  r.counters.add_lanes(1);
  count_instruction(r, op, r.ir.getInt32(1));
  if (!op.predicated) return r.branch_to(op.flow.jip);
  r.flush();
  llvm::Value* condition = r.ir.CreateTrunc(predicate(r, op), r.ir.getInt1Ty());
  r.ir.CreateCondBr(condition, r.block(op.flow.jip), r.block(op.index + 1));
}

}  // namespace eugene::jit
