// The kind "driver". The processor of commands and the shared functions report these errors
// (check/finding/from_report.h).
#include <array>

#include "check/kinds.h"

namespace eugene::check {
namespace {

constexpr std::array kDriverRules{
    Rule{"driver.commands", "Commands that the documents forbid",
         "A driver has given the GPU commands that Intel's documents forbid. Eugene executes them; a GPU may not.",
         "Report it to the authors of the driver, with the rule."},
    Rule{
        "driver.state", "Message with a state that is gone",
        "A message uses a surface or sampler state that memory no longer holds, or sets the count of a linked barrier.",
        "Report it to the authors of the driver, with the rule."},
};
static_assert(are_rules_of("driver", kDriverRules));

}  // namespace

constinit const Check rows::driver{
    .kind = Kind::driver,
    .name = "driver",
    .rules = kDriverRules,
    .is_default = true,
    .help = "commands that the documents forbid, though they are executed",
    .needs = {.commands = true},
};

}  // namespace eugene::check
