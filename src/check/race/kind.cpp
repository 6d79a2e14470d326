// The row of the kind "race".
#include <array>
#include <memory>
#include <utility>

#include "check/checked_dispatch.h"
#include "check/dispatch_check.h"
#include "check/dispatch_facts.h"
#include "check/kinds.h"
#include "check/race/facts.h"
#include "check/race/race.h"
#include "check/race/recorded_launch.h"

namespace eugene::check {
namespace {

constexpr std::array kRaceRules{
    Rule{"race.local", "Race in local memory",
         "Two work-items of a group access the same bytes of local memory, at least one of them writes, and no barrier "
         "orders the two. Which comes first differs from run to run and from GPU to GPU.",
         "Put barrier(CLK_LOCAL_MEM_FENCE) between the two accesses, where all work-items of the group reach it, or "
         "use atomic functions."},
    Rule{"race.global", "Race in global memory",
         "Two work-items access the same bytes of global memory, at least one of them writes, and nothing orders the "
         "two. A barrier orders only the work-items of one group.",
         "Let each work-item write elements of its own, use atomic functions, or split the kernel into two launches. "
         "Within a group use barrier(CLK_GLOBAL_MEM_FENCE)."},
    Rule{"race.kernels", "Two launches race",
         "Two launches that may run at the same time access the same bytes of a buffer, and at least one of them "
         "writes.",
         "Let the second wait for an event of the first, or give both to one queue that is in order."},
    Rule{"race.host", "A launch and another command or the program race",
         "A launch and a command of another queue, or the program, which has mapped the buffer, may access the same "
         "bytes at the same time, and at least one of them writes.",
         "Let one wait for an event of the other, and unmap a buffer before a kernel uses it."},
};
static_assert(are_rules_of("race", kRaceRules));

// The races of one dispatch.
class DispatchRaces final : public RaceCheck {
 public:
  DispatchRaces(const DispatchFacts& facts, CheckedDispatch& dispatch, RaceFacts races,
                std::shared_ptr<Shadows> shadows)
      : RaceCheck(facts.dispatch.kernel.program(), std::move(races), dispatch.seen_by(), std::move(shadows)),
        host_(&facts.host),
        describer_(&dispatch.describer()) {}

  void dispatch_ends() override {
    if (is_incomplete()) host_->incomplete(describer_->kernel(), describer_->launch());
  }

 private:
  const Host* host_;
  const Describer* describer_;
};

class RaceSource final : public KindSource {
 public:
  void begin(const DispatchFacts& facts, CheckedDispatch& dispatch) override {
    RaceFacts races = race_facts(facts);
    auto recorded = recorded_launch(facts, races, dispatch);
    dispatch.add(std::make_unique<DispatchRaces>(facts, dispatch, std::move(races), shadows_));
    if (recorded != nullptr) dispatch.add(std::move(recorded));
  }

 private:
  std::shared_ptr<Shadows> shadows_ = std::make_shared<Shadows>();
};

}  // namespace

constinit const Check rows::race{
    .kind = Kind::race,
    .name = "race",
    .rules = kRaceRules,
    .is_default = true,
    .help = "accesses of the same bytes that nothing orders",
    .filter = "Races",
    .interest = RaceCheck::kInterest,
    .make_source = make_source<RaceSource>,
};

}  // namespace eugene::check
