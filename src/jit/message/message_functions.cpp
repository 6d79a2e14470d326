#include "jit/message/message_functions.h"

#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <ranges>

#include "isa/message/binding.h"
#include "jit/frame.h"
#include "jit/message/message_recorder.h"

namespace eugene::jit {

// Limit of inlined LLVM instructions, so that kernels with a thousand sends can be compiled.
constexpr unsigned kInlined = 6000;

llvm::Function* MessageFunctions::get(const Kind& kind, const MessageShape& shape, Unit& unit, const HostCompiler& host,
                                      llvm::StringRef kernel, const eu::Interest& observed) {
  Functions& found = functions_[kind];
  if (found.general == nullptr) {
    const auto recorder = [&] { return MessageRecorder(unit, host, shape, observed); };
    const std::string name = (kernel + ".message" + llvm::Twine(functions_.size())).str();
    if (shape.is_few) {
      Kind usual = kind;
      usual.back() &= ~kFew;
      if (const auto shared = functions_.find(usual); shared != functions_.end()) {
        found.general = shared->second.general;
        if (!shape.reads_ahead) found.scattered = shared->second.scattered;
      }
    }
    if (found.general == nullptr) found.general = made(recorder().record_general(name));
    if (found.scattered == nullptr)
      found.scattered = made(recorder().record_scattered(name + ".scattered", *found.general));
    llvm::Function& uncommon = found.scattered != nullptr ? *found.scattered : *found.general;
    found.common = made(recorder().record_common(name + ".common", uncommon));
  }
  return found.common != nullptr ? found.common : found.general;
}

llvm::Function* MessageFunctions::get_direct(const Kind& kind, const MessageShape& shape, Unit& unit,
                                             const HostCompiler& host, llvm::StringRef kernel, bool stores) {
  std::map<Kind, Functions>& functions = stores ? stores_ : functions_;
  llvm::Function*& found = functions[kind].common;
  if (found == nullptr) {
    const std::string name = (kernel + (stores ? ".store" : ".message") + llvm::Twine(functions.size())).str();
    MessageRecorder recorder(unit, host, shape, {});
    found = made(stores ? recorder.record_store(name) : recorder.record_direct(name));
  }
  return found;
}

llvm::Function* MessageFunctions::made(llvm::Function* function) {
  if (function != nullptr) made_.push_back(function);
  return function;
}

void MessageFunctions::inline_calls() {
  std::ranges::stable_sort(calls_, std::ranges::greater(), &CallSite::depth);
  std::map<const llvm::Function*, unsigned> sizes;
  for (const auto* all : {&functions_, &stores_}) {
    for (const auto& [kind, functions] : *all) {
      llvm::Function* inlined = functions.common != nullptr ? functions.common : functions.general;
      sizes[inlined] = inlined->getInstructionCount();
    }
  }
  // Functions without a common case, such as atomics, are inlined only in loops: in a loop that does little else, the
  // call takes a seventh of the time.
  const auto is_worth_it = [](const CallSite& call) {
    return call.depth != 0 || !call.call->getCalledFunction()->hasFnAttribute(llvm::Attribute::NoInline);
  };
  unsigned left = kInlined;
  for (const CallSite& each : calls_) {
    const auto size = sizes.find(each.call->getCalledFunction());
    if (size->second > left || !is_worth_it(each)) continue;
    left -= size->second;
    llvm::InlineFunctionInfo info;
    llvm::InlineFunction(*each.call, info);
  }
  for (llvm::Function* each : made_ | std::views::reverse)
    if (each->use_empty()) each->eraseFromParent();
}

void MessageFunctions::remove() {
  for (llvm::Function* each : made_ | std::views::reverse) each->eraseFromParent();
  made_.clear();
  functions_.clear();
  stores_.clear();
  calls_.clear();
}

std::optional<unsigned> WindowSlots::slot_for(const MemoryAccess& access, const eu::Interest& observed) {
  if (observed.misaligned && used_ < eu::WindowTable::kSharedSlots) return used_++;
  const auto [known, is_new] = slots_.try_emplace({space_code(access.space), access.has_index, access.reach()}, 0);
  const eu::MemorySpace& space = access.space;
  const bool is_stateless = space.bti == isa::kBtiStateless || space.bti == isa::kBtiStatelessNonCoherent;
  const bool has_arguments = observed.unclear && (space.slm || is_stateless);
  const bool is_anywhere = space.a64 || !access.has_index || has_arguments;
  if (is_new || (is_anywhere && used_ < eu::WindowTable::kSharedSlots)) {
    if (used_ == eu::WindowTable::kSlots) {
      slots_.erase(known);
      return std::nullopt;
    }
    known->second = used_++;
  }
  return known->second;
}

}  // namespace eugene::jit
