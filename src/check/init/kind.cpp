// The row of the kind "init".
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>

#include "check/checked_dispatch.h"
#include "check/dispatch_check.h"
#include "check/dispatch_facts.h"
#include "check/init/init.h"
#include "check/init/trial.h"
#include "check/kinds.h"
#include "check/launch_facts.h"
#include "gpu/schedule/work/payload.h"

namespace eugene::check {
namespace {

constexpr std::array kInitRules{
    Rule{"init.global", "Use of memory that nothing has written",
         "What a kernel does depends on bytes of a buffer that neither the program nor a kernel has written.",
         "Fill the buffer when it is created (CL_MEM_COPY_HOST_PTR), by clEnqueueFillBuffer or by a kernel."},
    Rule{"init.local", "Use of local memory that nothing has written",
         "What a kernel does depends on bytes of local memory that no work-item of the group has written. Local memory "
         "is not cleared when a group begins.",
         "Let the work-items of the group write the array, then call barrier(CLK_LOCAL_MEM_FENCE)."},
    Rule{"init.private", "Use of a private array that nothing has written",
         "What a kernel does depends on an array or variable of a work-item in memory that the work-item has not "
         "written.",
         "Give the variable a value where it is declared."},
    Rule{"init.register", "Use of a variable that nothing has written",
         "What a kernel does depends on a variable of a work-item, in a register, that has no value yet.",
         "Give the variable a value where it is declared."},
    Rule{"init.result", "Undefined value in a result",
         "A kernel has stored a value that depends on memory or variables that nothing has written, and the program "
         "reads it.",
         "Give the memory or the variable that the value was made of a value first."},
};
static_assert(are_rules_of("init", kInitRules));

// Whether all channels that the kernel uses are on in every thread.
bool has_whole_threads(const gpu::ObservedDispatch& dispatch) {
  return (dispatch.kernel.prepared().channel_use.used & ~gpu::channels_of_all(dispatch.work)) == 0;
}

// The undefined values of one dispatch. If a trial shows that nothing depends on them, no worker is watched.
class DispatchInit final : public InitCheck {
 public:
  DispatchInit(const DispatchFacts& facts, CheckedDispatch& dispatch, InitFacts init)
      : InitCheck(facts.dispatch.kernel, init),
        results_(facts.host.init_results),
        describer_(&dispatch.describer()),
        trial_(InitTrial::of(init, facts.dispatch)) {}

  gpu::Trial* trial() override { return trial_.get(); }
  bool needs_one_worker() const override { return is_watched(); }
  std::unique_ptr<eu::Observer> worker_begins() override { return is_watched() ? InitCheck::worker_begins() : nullptr; }
  void dispatch_ends() override {
    for (const auto& [number, each] : take_stores()) results_->keep(number, describer_->finding(each));
  }

 private:
  bool is_watched() const { return trial_ == nullptr || !trial_->has_agreed(); }

  InitResults* results_;
  Describer* describer_;
  std::unique_ptr<InitTrial> trial_;  // null: there can be no trial
};

class InitSource final : public KindSource {
 public:
  // Nothing is known of a shader's buffers, so they count as written.
  void begin(const DispatchFacts& facts, CheckedDispatch& dispatch) override {
    InitResults& results = *facts.host.init_results;
    InitFacts init = facts.launch == nullptr
                         ? make_init_facts(facts.dispatch)
                         : make_init_facts(*facts.launch, *facts.kernel, dispatch.rules()->memory(), results.buffers(),
                                           facts.variables().padding, facts.dispatch);
    if (is_all_defined(init, facts.dispatch)) return;
    init.number_of_store = [&results, code = dispatch.describer().code()](std::uint32_t instruction) {
      return results.assign_number(code, instruction);
    };
    dispatch.add(std::make_unique<DispatchInit>(facts, dispatch, std::move(init)));
  }

 private:
  struct DefinedKernel {
    eu::Kernel kernel;  // kept so that no other kernel gets its address
    bool are_registers_defined = false;
  };

  // Whether the dispatch cannot meet undefined values.
  bool is_all_defined(const InitFacts& facts, const gpu::ObservedDispatch& dispatch) {
    if (!is_memory_defined(facts, dispatch.work.slm_bytes != 0)) return false;
    const bool is_whole = has_whole_threads(dispatch);
    const std::tuple key(&dispatch.kernel.program(), facts.given_registers, is_whole);
    const std::scoped_lock lock(mutex_);
    const auto known = defined_kernels_.find(key);
    if (known != defined_kernels_.end()) return known->second.are_registers_defined;
    const bool found = are_registers_defined(dispatch.kernel, facts.given_registers, is_whole);
    defined_kernels_.emplace(key, DefinedKernel{.kernel = dispatch.kernel, .are_registers_defined = found});
    return found;
  }

  std::mutex mutex_;
  std::map<std::tuple<const isa::Program*, unsigned, bool>, DefinedKernel> defined_kernels_;
};

}  // namespace

constinit const Check rows::init{
    .kind = Kind::init,
    .name = "init",
    .rules = kInitRules,
    .is_default = true,
    .help = "uses of values that nothing has written",
    // No events, though InitCheck needs some: dispatches that are watched are interpreted, and other dispatches run as
    // if the kind were off.
    .interest = {},
    .make_source = make_source<InitSource>,
};

}  // namespace eugene::check
