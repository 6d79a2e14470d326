#include "jit/message/message_functions.h"

#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>

#include "jit/frame.h"
#include "jit/message/message_recorder.h"

namespace eugene::jit {

// Limit on inlined code in LLVM instructions, so that a kernel of a thousand sends compiles too.
constexpr unsigned kInlined = 6000;

llvm::Function* MessageFunctions::get(const Kind& kind, const MessageShape& shape, Unit& unit, const HostCompiler& host,
                                      llvm::StringRef kernel, bool is_observed) {
  llvm::Function*& found = functions_[kind];
  if (found == nullptr) {
    const std::string name = (kernel + ".message" + llvm::Twine(functions_.size())).str();
    found = MessageRecorder(unit, host, shape, is_observed).record(name);
  }
  return found;
}

void MessageFunctions::inline_calls() {
  std::ranges::stable_sort(calls_, std::ranges::greater(), &CallSite::depth);
  std::map<const llvm::Function*, unsigned> sizes;
  for (const auto& [kind, function] : functions_) sizes[function] = function->getInstructionCount();
  unsigned left = kInlined;
  for (const CallSite& each : calls_) {
    const unsigned size = sizes[each.call->getCalledFunction()];
    if (size > left) continue;
    left -= size;
    llvm::InlineFunctionInfo info;
    llvm::InlineFunction(*each.call, info);
  }
  for (const auto& [kind, function] : functions_)
    if (function->use_empty()) function->eraseFromParent();
}

std::optional<unsigned> WindowSlots::slot_for(const MemoryAccess& access) {
  constexpr unsigned kSlotsOfAddresses = eu::WindowTable::kSlots * 3 / 4;
  const auto [known, is_new] = slots_.try_emplace({space_code(access.space), access.has_index, access.reach()}, 0);
  const bool is_anywhere = access.space.a64 || !access.has_index;
  if (is_new || (is_anywhere && used_ < kSlotsOfAddresses)) {
    if (used_ == eu::WindowTable::kSlots) {
      slots_.erase(known);
      return std::nullopt;
    }
    known->second = used_++;
  }
  return known->second;
}

}  // namespace eugene::jit
