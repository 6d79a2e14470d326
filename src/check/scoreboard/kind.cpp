// The row of the kind "scoreboard".
#include <array>

#include "check/checked_dispatch.h"
#include "check/dispatch_check.h"
#include "check/dispatch_facts.h"
#include "check/kinds.h"
#include "check/scoreboard/scoreboard.h"
#include "isa/dependency.h"

namespace eugene::check {
namespace {

constexpr std::array kScoreboardRules{
    Rule{"scoreboard.read", "Register read before it is written",
         "An instruction reads a register that an earlier one may not have written yet. Hardware from Tiger Lake on "
         "does "
         "not wait by itself.",
         "Add the wait that the finding names to the instruction, or a sync.nop with it before."},
    Rule{"scoreboard.write", "Register overwritten too early",
         "An instruction writes a register that an earlier one may still read or write. Hardware from Tiger Lake on "
         "does "
         "not wait by itself.",
         "Add the wait that the finding names to the instruction, or a sync.nop with it before."},
};
static_assert(are_rules_of("scoreboard", kScoreboardRules));

class ScoreboardSource final : public KindSource {
 public:
  void begin(const DispatchFacts& facts, CheckedDispatch& dispatch) override {
    const isa::Program& program = facts.dispatch.kernel.program();
    if (isa::has_scoreboard(*program.gen)) dispatch.add(scoreboard_check(program));
  }
};

}  // namespace

constinit const Check rows::scoreboard{
    .kind = Kind::scoreboard,
    .name = "scoreboard",
    .rules = kScoreboardRules,
    .help = "instructions of Tiger Lake that do not wait for an earlier one",
    .interest = kScoreboardInterest,
    .make_source = make_source<ScoreboardSource>,
};

}  // namespace eugene::check
