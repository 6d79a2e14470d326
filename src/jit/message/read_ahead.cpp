#include "jit/message/read_ahead.h"

#include <llvm/IR/MDBuilder.h>

#include <algorithm>
#include <span>

#include "eu/analysis/backward_flow.h"
#include "eu/analysis/register_use.h"
#include "jit/message/message_ahead.h"

namespace eugene::jit {
namespace {

using Op = eu::PreparedOp;

// Limits the stack that the kept elements take.
constexpr std::size_t kMaxMessages = 16;
// Recording::reading_loop after a message outside of all loops whose messages read ahead.
constexpr std::uint32_t kNoLoop = ~std::uint32_t{0};

std::optional<MemoryAccess> find_access(const KernelPlan& plan, const Op& op) {
  return jit::find_access(plan.kernel.program(), plan.instruction(op));
}

bool only_reads(const KernelPlan& plan, const Op& op) {
  const auto access = find_access(plan, op);
  return access && !access->space.writes && !std::holds_alternative<AtomicAccess>(access->kind);
}

// The first and last instruction of a loop.
using Loop = std::pair<std::uint32_t, std::uint32_t>;

bool is_message(const Op& op) { return op.action == eu::Action::send || op.action == eu::Action::wait; }

bool writes_flags(const isa::Instruction& instruction, const Op& op) {
  const bool is_condition = instruction.cond_mod != isa::CondMod::none && op.action != eu::Action::select_compare;
  return is_condition || (instruction.dst.file == isa::RegFile::arf && !instruction.dst.is_null());
}

// Whether a branch or a flag in the loop depends on elements that the loop reads. Such a loop may poll memory until
// another thread has written something, and then read what the thread has written. The elements are followed from
// register to register.
bool decides_by_reads(const KernelPlan& plan, std::span<const Op> loop) {
  const eu::RegisterUse use(plan.kernel.program());
  eu::Cells depends(use.cells());  // registers that depend on elements
  const auto is_set = [&](const eu::RegisterUse::Bytes::Part& part) { return depends[part.cell]; };
  for (unsigned count = 0; count != depends.count() + 1;) {
    count = depends.count() + 1;
    for (const Op& op : loop) {
      if (!is_message(op)) {
        const eu::RegisterUse::Bytes read = use.read(op);
        if (std::none_of(read.begin(), read.end(), is_set)) continue;
        if (eu::flows(op) || writes_flags(plan.instruction(op), op)) return true;
      }
      for (const auto& part : use.changed(op)) depends.set(part.cell);
    }
  }
  return false;
}

// Returns for each instruction the innermost closed loop around it, if that loop sends no messages but reads, does not
// decide by what it reads, and has no loop inside that sends messages: such a loop may poll memory too.
std::vector<std::optional<Loop>> find_reading_loops(const KernelPlan& plan) {
  const auto& ops = plan.ops();
  std::vector<std::optional<Loop>> found(ops.size());
  for (std::uint32_t head = 0; head < plan.size(); ++head) {
    const auto last = plan.flow.closed_loop_at(head);
    if (!last) continue;
    const auto inside = std::span(ops).subspan(head, *last + 1 - head);
    if (const std::optional<Loop> around = found[head]; around && std::ranges::any_of(inside, is_message))
      std::fill(found.begin() + around->first, found.begin() + around->second + 1, std::nullopt);
    const bool reads =
        std::ranges::all_of(inside, [&](const Op& op) { return !is_message(op) || only_reads(plan, op); });
    const bool keeps = reads && !decides_by_reads(plan, inside);
    std::fill(found.begin() + head, found.begin() + *last + 1, keeps ? std::optional(Loop(head, *last)) : std::nullopt);
  }
  return found;
}

bool may_read_ahead(const KernelPlan& plan, const Op& op) {
  if (op.action != eu::Action::send || op.predicated) return false;
  const auto access = find_access(plan, op);
  if (!access || access->space.writes || access->space.slm || !access->has_index) return false;
  const auto* elements = std::get_if<ElementAccess>(&access->kind);
  return elements != nullptr && elements->bytes == kAheadBytes && elements->chosen == 1 && elements->scale == 1 &&
         !elements->header_mask && (elements->lanes == 8 || elements->lanes == 16) && op.lanes.count == elements->lanes;
}

void create_place(Recording& r, const Op& op, const Loop& loop) {
  llvm::Type* offset = find_access(r.plan, op)->space.a64 ? r.ir.getInt64Ty() : r.ir.getInt32Ty();
  auto* offsets = llvm::FixedVectorType::get(offset, op.lanes.count);
  llvm::AllocaInst* place = r.ir.CreateAlloca(ahead_type(offsets));
  r.ir.CreateStore(llvm::Constant::getNullValue(offsets),
                   r.ir.CreateStructGEP(place->getAllocatedType(), place, kAheadExpected));
  r.ir.CreateStore(r.ir.getInt32(0), r.ir.CreateStructGEP(place->getAllocatedType(), place, kAheadChannels));
  r.read_ahead[op.index] = {.place = place, .head = loop.first, .last = loop.second};
}

void drop(Recording& r, const ReadAhead& ahead) {
  set_next_row(r.ir, ahead.place->getAllocatedType(), ahead.place, r.ir.getInt32(kAheadElements));
}

}  // namespace

// Hosts with AVX-512 gather with one instruction. Reading ahead was not measured there.
void create_read_ahead(Recording& r) {
  const Assumptions& about = r.plan.assumptions;
  if (r.host.is_wide() || r.plan.is_alone() || !r.plan.has(kFull) || about.observed.any()) return;
  const std::vector<std::optional<Loop>> loops = find_reading_loops(r.plan);
  for (const Op& op : r.plan.ops()) {
    const std::optional<Loop>& loop = loops[op.index];
    if (!loop || !may_read_ahead(r.plan, op) || r.read_ahead.size() == kMaxMessages) continue;
    create_place(r, op, *loop);
  }
  if (r.read_ahead.empty()) return;
  r.reading_loop = r.ir.CreateAlloca(r.ir.getInt32Ty());
  r.ir.CreateStore(r.ir.getInt32(kNoLoop), r.reading_loop);
}

llvm::Value* find_read_ahead(const Recording& r, const Op& op) {
  const auto found = r.read_ahead.find(op.index);
  return found != r.read_ahead.end() ? found->second.place : nullptr;
}

void drop_read_ahead(Recording& r, const Op& op) {
  if (r.read_ahead.empty()) return;
  const auto found = std::ranges::find_if(
      r.read_ahead, [&](const auto& each) { return op.index >= each.second.head && op.index <= each.second.last; });
  const std::uint32_t head = found == r.read_ahead.end() ? kNoLoop : found->second.head;
  llvm::Value* before = r.ir.CreateLoad(r.ir.getInt32Ty(), r.reading_loop);
  r.ir.CreateStore(r.ir.getInt32(head), r.reading_loop);
  if (head == kNoLoop) return;
  auto* dropping = r.function.create_block("dropping");
  auto* reading = r.function.create_block("reading");
  r.ir.CreateCondBr(r.ir.CreateICmpEQ(before, r.ir.getInt32(head)), reading, dropping,
                    llvm::MDBuilder(*r.function.unit.context).createBranchWeights(2000, 1));
  r.ir.SetInsertPoint(dropping);
  for (const auto& [index, ahead] : r.read_ahead)
    if (ahead.head == head) drop(r, ahead);
  r.ir.CreateBr(reading);
  r.ir.SetInsertPoint(reading);
}

}  // namespace eugene::jit
