// The row of the kind "sync".
#include <array>
#include <memory>

#include "check/checked_dispatch.h"
#include "check/dispatch_check.h"
#include "check/dispatch_facts.h"
#include "check/kinds.h"
#include "check/sync/barriers.h"
#include "check/sync/copies.h"
#include "check/sync/marked_copies.h"

namespace eugene::check {
namespace {

constexpr std::array kSyncRules{
    Rule{"sync.barrier", "Barrier that not all work-items reach",
         "Some work-items of a group wait at a barrier that others never reach. On a GPU such a group hangs, or goes "
         "on with wrong values.",
         "Move the barrier out of the branch or loop that only some of the work-items of a group take."},
    Rule{"sync.order", "Work-items meet at different barriers",
         "The work-items of a group meet at two different barriers of the source.",
         "Let all work-items of a group reach the same barriers in the same order."},
    Rule{"sync.event", "Asynchronous copy that nobody waits for",
         "A kernel uses an asynchronous copy, or ends, before the copy is known to be complete.",
         "Call wait_group_events with the event of the copy before its destination is used, and before the kernel "
         "ends."},
};
static_assert(are_rules_of("sync", kSyncRules));

class SyncSource final : public KindSource {
 public:
  void begin(const DispatchFacts& facts, CheckedDispatch& dispatch) override {
    const isa::Program& program = facts.dispatch.kernel.program();
    dispatch.add(barrier_check(program));
    if (facts.launch == nullptr) return;
    const SourceOrder& order = facts.order();
    if (order.copies.any()) dispatch.add(copy_check(program, order.copies, facts.are_compiled(kCopyInterest)));
    if (!order.places.empty())
      dispatch.add(marked_copy_check(program, order.places, facts.are_compiled(kMarkedCopyInterest)));
  }
};

}  // namespace

constinit const Check rows::sync{
    .kind = Kind::sync,
    .name = "sync",
    .rules = kSyncRules,
    .is_default = true,
    .help = "barriers and asynchronous copies that go wrong",
    .filter = "Barriers",
    .interest = kBarrierInterest,
    .make_source = make_source<SyncSource>,
};

}  // namespace eugene::check
