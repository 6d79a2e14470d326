#include "jit/pass/live_cells.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <optional>

#include "jit/frame.h"

namespace eugene::jit {
namespace {

using eu::kGrfBytes;

constexpr llvm::StringLiteral kMark = "eugene.live_cells";  // metadata of a branch: ReadAfter::small, indices of cells

// The bytes of the Thread that a load or store accesses.
struct Extent {
  std::int64_t begin, end;
};

std::optional<Extent> extent_of_access(const llvm::Instruction& instruction, const llvm::Argument* thread,
                                       const llvm::DataLayout& layout) {
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr) return std::nullopt;
  llvm::APInt offset(64, 0);
  if (pointer->stripAndAccumulateConstantOffsets(layout, offset, true) != thread) return std::nullopt;
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  llvm::Type* type = store != nullptr ? store->getValueOperand()->getType() : instruction.getType();
  const auto size = layout.getTypeStoreSize(type).getFixedValue();
  return Extent{offset.getSExtValue(), offset.getSExtValue() + static_cast<std::int64_t>(size)};
}

bool is_derived(const llvm::Value& pointer, const llvm::Argument* argument) {
  return find_argument(pointer) == argument;
}

// Whether `instruction` reads registers in a way that extent_of_access() cannot describe.
bool reads_all(const llvm::Instruction& instruction, const llvm::Argument* thread) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const llvm::Function* called = call->getCalledFunction();
    if (called != nullptr && called->getName() == kStopInMessage) return false;  // it writes the message's response
    return std::ranges::any_of(call->args(), [&](const llvm::Use& use) { return is_derived(*use.get(), thread); });
  }
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  return pointer != nullptr && llvm::isa<llvm::LoadInst>(instruction) && is_derived(*pointer, thread);
}

unsigned number(const llvm::MDOperand& each) {
  return static_cast<unsigned>(llvm::mdconst::extract<llvm::ConstantInt>(each)->getZExtValue());
}

}  // namespace

const llvm::Argument* find_argument(const llvm::Value& pointer) {
  const llvm::Value* base = &pointer;
  while (base->getType()->isVectorTy()) {
    const auto* places = llvm::dyn_cast<llvm::GEPOperator>(base);
    if (places == nullptr) return nullptr;
    base = places->getPointerOperand();
  }
  if (!base->getType()->isPointerTy()) return nullptr;
  return llvm::dyn_cast<llvm::Argument>(base->stripInBoundsOffsets());
}

void mark_live_cells(llvm::BranchInst& out, const ReadAfter& read) {
  llvm::Type* type = llvm::Type::getInt32Ty(out.getContext());
  const auto constant = [&](unsigned each) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(type, each));
  };
  llvm::SmallVector<llvm::Metadata*, 64> numbers{constant(read.small ? 1 : 0)};
  for (unsigned cell = 0; cell < read.cells.size(); ++cell)
    if (read.cells[cell]) numbers.push_back(constant(cell));
  out.setMetadata(kMark, llvm::MDNode::get(out.getContext(), numbers));
}

bool leaves_to_resume(const llvm::Instruction& last) {
  const llvm::MDNode* mark = last.getMetadata(kMark);
  return mark != nullptr && number(mark->getOperand(0)) != 0;
}

LiveCells::LiveCells(llvm::Function& function)
    : thread_(function.getArg(1)), waiting_(function.getArg(2)), layout_(function.getParent()->getDataLayout()) {
  find_cells(function);
  for (const llvm::BasicBlock& block : function) before_[&block] = Set(cells_ + 1);
  const llvm::SmallVector<const llvm::BasicBlock*, 0> order(llvm::post_order(&function));
  for (bool changes = true; changes;) {
    changes = false;
    for (const llvm::BasicBlock* block : order) changes |= update(*block);
  }
}

void LiveCells::find_cells(const llvm::Function& function) {
  for (const llvm::BasicBlock& block : function) {
    for (const llvm::Instruction& instruction : block) {
      const auto bytes = extent_of_access(instruction, thread_, layout_);
      if (!bytes || bytes->begin < 0) continue;
      if (const auto last = eu::cell_at(static_cast<std::size_t>(bytes->end - 1))) cells_ = std::max(cells_, *last + 1);
    }
  }
}

bool LiveCells::update(const llvm::BasicBlock& block) {
  Set live = after(block);
  for (const llvm::Instruction& instruction : llvm::reverse(block)) step_back(instruction, live);
  Set& known = before_.find(&block)->second;
  if (live == known) return false;
  known = std::move(live);
  return true;
}

LiveCells::Set LiveCells::after(const llvm::BasicBlock& block) const {
  const llvm::Instruction& last = *block.getTerminator();
  Set live(cells_ + 1);
  if (const llvm::MDNode* mark = last.getMetadata(kMark)) {
    if (number(mark->getOperand(0)) != 0) live.set(small());
    for (const llvm::MDOperand& each : llvm::drop_begin(mark->operands()))
      if (number(each) < cells_) live.set(number(each));
    return live;
  }
  if (llvm::isa<llvm::ReturnInst>(last)) return live.set();
  for (const llvm::BasicBlock* next : llvm::successors(&block)) live |= before_.find(next)->second;
  return live;
}

void LiveCells::step_back(const llvm::Instruction& instruction, Set& live) const {
  const auto bytes = extent_of_access(instruction, thread_, layout_);
  if (!bytes) {
    if (reads_all(instruction, thread_)) live.set();
    return;
  }
  for (std::int64_t at = std::max<std::int64_t>(bytes->begin, 0); at < bytes->end;
       at = (at / kGrfBytes + 1) * kGrfBytes) {
    const auto cell = eu::cell_at(static_cast<std::size_t>(at));
    const bool is_whole = at % kGrfBytes == 0 && at + kGrfBytes <= bytes->end;
    if (llvm::isa<llvm::LoadInst>(instruction))
      live.set(cell.value_or(small()));
    else if (cell && is_whole)
      live.reset(*cell);
  }
}

bool LiveCells::any_before(const llvm::BasicBlock& block, const llvm::Argument& base, std::int64_t begin,
                           std::int64_t end) const {
  // The next thread starts with the masks that this one leaves, so they must be zero when a thread ends.
  if (&base == waiting_) return true;
  const Set& live = before_.find(&block)->second;
  if (&base != thread_ || begin < 0) return live[small()];
  for (std::int64_t at = begin; at < end; at = (at / kGrfBytes + 1) * kGrfBytes)
    if (live[eu::cell_at(static_cast<std::size_t>(at)).value_or(small())]) return true;
  return false;
}

}  // namespace eugene::jit
