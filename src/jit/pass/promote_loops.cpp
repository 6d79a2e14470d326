#include "jit/pass/promote_loops.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "eu/thread.h"
#include "jit/pass/live_cells.h"

namespace eugene::jit {
namespace {

using eu::kGrfBytes;

constexpr unsigned kMaxPlaces = 96;

// A load or store of the bytes [begin, end) relative to an argument.
struct Access {
  llvm::Instruction* instruction;
  llvm::Argument* base;
  std::int64_t begin, end;
};

// Bytes that become one variable.
struct Place {
  llvm::Argument* base;
  std::int64_t begin, end;
  llvm::Type* type = nullptr;  // of the accesses, if all have the same; otherwise null
  bool is_written = false;
  llvm::AllocaInst* variable = nullptr;
};

class LoopPromotion {
 public:
  LoopPromotion(llvm::Function& function, llvm::Loop& loop, const LiveCells& live)
      : function_(function), layout_(function.getParent()->getDataLayout()), loop_(loop), live_(live) {}

  void run() {
    if (loop_.getLoopPreheader() == nullptr || !loop_.hasDedicatedExits() || !collect()) return;
    split_where_chained();
    find_places();
    if (places_.empty() || places_.size() > kMaxPlaces) return;
    create_variables();
    for (const Access& access : accesses_) redirect(access);
    for (llvm::CallBase* call : calls_) keep_memory_true(*call);
  }

 private:
  std::optional<Access> find_access(llvm::Instruction& instruction) const {
    llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    llvm::APInt offset(64, 0);
    auto* base = llvm::dyn_cast<llvm::Argument>(pointer->stripAndAccumulateConstantOffsets(layout_, offset, true));
    if (base == nullptr || (base->getArgNo() != 1 && base->getArgNo() != 2)) return std::nullopt;
    const auto bytes = layout_.getTypeStoreSize(llvm::getLoadStoreType(&instruction)).getFixedValue();
    return Access{&instruction, base, offset.getSExtValue(), offset.getSExtValue() + static_cast<std::int64_t>(bytes)};
  }

  static bool reaches(const llvm::Value* pointer) {
    const llvm::Argument* base = find_argument(*pointer);
    return base != nullptr && base->getArgNo() != 0;
  }

  // Collects the accesses. Returns false if something in the loop accesses the memory in another way.
  bool collect() {
    for (llvm::BasicBlock* block : loop_.blocks()) {
      for (llvm::Instruction& instruction : *block) {
        if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
          if (std::ranges::none_of(call->args(), [](const llvm::Use& use) { return reaches(use.get()); })) continue;
          if (!call->hasFnAttr(llvm::Attribute::Cold)) return false;
          calls_.push_back(call);
        } else if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) {
          if (const auto access = find_access(instruction))
            accesses_.push_back(*access);
          else if (reaches(llvm::getLoadStorePointerOperand(&instruction)))
            return false;
        }
      }
    }
    return true;
  }

  // Splits accesses to two GRFs that partly overlap other accesses into accesses to one GRF.
  void split_where_chained() {
    const auto is_pair = [](const Access& access) { return access.end - access.begin == 2 * kGrfBytes; };
    std::vector<Access> whole;
    for (const Access& access : accesses_) {
      const bool chained = is_pair(access) && std::ranges::any_of(accesses_, [&](const Access& other) {
                             return other.base == access.base && other.begin < access.end && access.begin < other.end &&
                                    (other.begin < access.begin || other.end > access.end);
                           });
      if (!chained) {
        whole.push_back(access);
        continue;
      }
      split(access, whole);
    }
    accesses_ = std::move(whole);
  }

  void split(const Access& access, std::vector<Access>& parts) {
    llvm::IRBuilder<> ir(access.instruction);
    auto* type = llvm::cast<llvm::FixedVectorType>(llvm::getLoadStoreType(access.instruction));
    const unsigned half = type->getNumElements() / 2;
    auto* narrow = llvm::FixedVectorType::get(type->getElementType(), half);
    llvm::SmallVector<int, 32> order;
    for (unsigned i = 0; i < 2 * half; ++i) order.push_back(static_cast<int>(i));
    llvm::Value* halves[2];
    for (const unsigned i : {0U, 1U}) {
      const std::int64_t begin = access.begin + i * kGrfBytes;
      llvm::Value* pointer = ir.CreateConstInBoundsGEP1_32(ir.getInt8Ty(), access.base, static_cast<unsigned>(begin));
      llvm::Instruction* made = nullptr;
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(access.instruction)) {
        llvm::Value* part =
            ir.CreateShuffleVector(store->getValueOperand(), llvm::ArrayRef(order).slice(i * half, half));
        made = ir.CreateAlignedStore(part, pointer, llvm::Align(kGrfBytes));
      } else {
        made = ir.CreateAlignedLoad(narrow, pointer, llvm::Align(kGrfBytes));
        halves[i] = made;
      }
      parts.push_back({made, access.base, begin, begin + kGrfBytes});
    }
    if (llvm::isa<llvm::LoadInst>(access.instruction))
      access.instruction->replaceAllUsesWith(ir.CreateShuffleVector(halves[0], halves[1], order));
    access.instruction->eraseFromParent();
  }

  void find_places() {
    std::vector<const Access*> sorted;
    for (const Access& access : accesses_) sorted.push_back(&access);
    std::ranges::sort(sorted, {}, [](const Access* access) {
      return std::tuple(access->base->getArgNo(), access->begin, -access->end);
    });
    for (const Access* access : sorted) {
      llvm::Type* type = llvm::getLoadStoreType(access->instruction);
      if (places_.empty() || places_.back().base != access->base || places_.back().end <= access->begin)
        places_.push_back({access->base, access->begin, access->end, type});
      Place& place = places_.back();
      place.end = std::max(place.end, access->end);
      if (place.type != type) place.type = nullptr;
      place.is_written |= llvm::isa<llvm::StoreInst>(access->instruction);
    }
    for (Place& place : places_) {
      if (place.type != nullptr) continue;
      llvm::LLVMContext& context = function_.getContext();
      const auto bytes = static_cast<unsigned>(place.end - place.begin);
      place.type = bytes % 4 == 0 ? llvm::FixedVectorType::get(llvm::Type::getInt32Ty(context), bytes / 4)
                                  : llvm::FixedVectorType::get(llvm::Type::getInt8Ty(context), bytes);
    }
  }

  llvm::Value* memory(llvm::IRBuilder<>& ir, const Place& place) const {
    return ir.CreateConstInBoundsGEP1_32(ir.getInt8Ty(), place.base, static_cast<unsigned>(place.begin));
  }
  void load(llvm::IRBuilder<>& ir, const Place& place) const {
    ir.CreateStore(ir.CreateAlignedLoad(place.type, memory(ir, place), alignment(place)), place.variable);
  }
  void store(llvm::IRBuilder<>& ir, const Place& place) const {
    ir.CreateAlignedStore(ir.CreateLoad(place.type, place.variable), memory(ir, place), alignment(place));
  }
  // GRFs are aligned in the Thread. The alignment of waiting masks and of parts of registers is unknown.
  llvm::Align alignment(const Place& place) const {
    const bool cells =
        place.base->getArgNo() == 1 && place.begin % kGrfBytes == 0 && (place.end - place.begin) % kGrfBytes == 0;
    return llvm::Align(cells ? kGrfBytes : 1);
  }

  void create_variables() {
    llvm::IRBuilder<> entry(&*function_.getEntryBlock().getFirstInsertionPt());
    llvm::IRBuilder<> before(loop_.getLoopPreheader()->getTerminator());
    for (Place& place : places_) {
      place.variable = entry.CreateAlloca(place.type);
      load(before, place);
    }
    llvm::SmallVector<llvm::BasicBlock*, 8> exits;
    loop_.getUniqueExitBlocks(exits);
    for (llvm::BasicBlock* exit : exits) {
      llvm::IRBuilder<> after(&*exit->getFirstInsertionPt());
      for (const Place& place : places_)
        if (place.is_written && is_live(place, *exit)) store(after, place);
    }
  }

  // A value that is not read after the loop is not stored. If it is not used in the loop either, the loop need not
  // compute it.
  bool is_live(const Place& place, const llvm::BasicBlock& exit) const {
    return live_.any_before(exit, *place.base, place.begin, place.end);
  }

  void redirect(const Access& access) const {
    const Place& place = *std::ranges::find_if(places_, [&](const Place& each) {
      return each.base == access.base && each.begin <= access.begin && access.end <= each.end;
    });
    llvm::IRBuilder<> ir(access.instruction);
    const auto within = static_cast<unsigned>(access.begin - place.begin);
    llvm::Value* pointer =
        within == 0 ? place.variable : ir.CreateConstInBoundsGEP1_32(ir.getInt8Ty(), place.variable, within);
    auto* load = llvm::dyn_cast<llvm::LoadInst>(access.instruction);
    access.instruction->setOperand(
        load != nullptr ? load->getPointerOperandIndex() : llvm::StoreInst::getPointerOperandIndex(), pointer);
  }

  void keep_memory_true(llvm::CallBase& call) const {
    llvm::IRBuilder<> before(&call);
    llvm::IRBuilder<> after(call.getNextNode());
    for (const Place& place : places_) {
      if (place.is_written) store(before, place);
      load(after, place);
    }
  }

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  llvm::Loop& loop_;
  const LiveCells& live_;
  std::vector<Access> accesses_;
  std::vector<llvm::CallBase*> calls_;
  std::vector<Place> places_;
};

}  // namespace

void promote_loops(llvm::Function& function) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  llvm::AssumptionCache assumptions(function);
  for (llvm::Loop* loop : loops) llvm::simplifyLoop(loop, &dominators, &loops, nullptr, &assumptions, nullptr, false);
  if (loops.empty()) return;
  const LiveCells live(function);
  // Inner loops first: a load or store hoisted out of an inner loop can then be hoisted out of the outer loop too.
  auto order = loops.getLoopsInPreorder();
  for (llvm::Loop* loop : llvm::reverse(order)) LoopPromotion(function, *loop, live).run();
}

}  // namespace eugene::jit
