#include "jit/pass/thread_stores.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <vector>

#include "jit/frame.h"
#include "jit/pass/live_cells.h"

namespace eugene::jit {
namespace {

using Bytes = std::vector<bool>;

void mark(Bytes& bytes, std::size_t begin, std::size_t end) {
  std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(begin), bytes.begin() + static_cast<std::ptrdiff_t>(end), true);
}

// Whether only loads use `pointer`, or pointers at a distance from it.
bool is_only_read(const llvm::Value& pointer) {
  return std::ranges::all_of(pointer.users(), [](const llvm::User* user) {
    if (llvm::isa<llvm::GEPOperator>(user)) return is_only_read(*user);
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    return llvm::isa<llvm::LoadInst>(user) ||
           (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::masked_gather);
  });
}

// Marks the bytes that are stored through `pointer`, which points `offset` bytes into the Thread. Returns false if a
// use is not understood.
bool follow(const llvm::Value& pointer, std::int64_t offset, const llvm::DataLayout& layout, Bytes& bytes) {
  for (const llvm::User* user : pointer.users()) {
    if (llvm::isa<llvm::LoadInst>(user)) continue;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      const std::uint64_t size = layout.getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue();
      if (leaves_to_resume(*store->getParent()->getTerminator())) continue;
      if (store->getValueOperand() == &pointer || offset < 0 || offset + size > bytes.size()) return false;
      mark(bytes, static_cast<std::size_t>(offset), static_cast<std::size_t>(offset + size));
    } else if (const auto* place = llvm::dyn_cast<llvm::GEPOperator>(user)) {
      llvm::APInt step(64, 0);
      if (!place->accumulateConstantOffset(layout, step)) {
        if (is_only_read(*place)) continue;
        return false;
      }
      if (!follow(*place, offset + step.getSExtValue(), layout, bytes)) return false;
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
      // This is the only function called with a Thread that executes no further instructions afterwards.
      const llvm::Function* called = call->getCalledFunction();
      if (called == nullptr || called->getName() != kStopInMessage) return false;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<eu::ByteRange> stored_among(std::span<const eu::ByteRange> ranges, const llvm::Function& kernel,
                                        std::size_t thread_bytes) {
  Bytes stored(thread_bytes);
  if (!follow(*kernel.getArg(1), 0, kernel.getParent()->getDataLayout(), stored)) mark(stored, 0, stored.size());
  Bytes wanted(thread_bytes);
  for (const eu::ByteRange& range : ranges) mark(wanted, range.begin, range.end);
  std::vector<eu::ByteRange> found;
  for (std::uint32_t at = 0; at < thread_bytes; ++at) {
    if (!stored[at] || !wanted[at]) continue;
    if (found.empty() || found.back().end != at) found.push_back({at, at});
    ++found.back().end;
  }
  return found;
}

}  // namespace eugene::jit
