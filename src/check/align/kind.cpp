// The row of the kind "align".
#include <array>
#include <memory>

#include "check/align/source_alignment.h"
#include "check/checked_dispatch.h"
#include "check/dispatch_check.h"
#include "check/dispatch_facts.h"
#include "check/kinds.h"
#include "check/memory/memory.h"

namespace eugene::check {
namespace {

constexpr std::array kAlignRules{
    Rule{"align.access", "Access that is not aligned",
         "An address is not a multiple of the size of the element that is accessed.",
         "Use vload and vstore for vectors at any element, and for bytes at any address copy them one by one."},
};
static_assert(are_rules_of("align", kAlignRules));

// The observer of the kind "memory" finds these errors too, because each access is then looked at once.
class AlignSource final : public KindSource {
 public:
  void describe(const DispatchFacts& facts, JudgedMemory& memory) override {
    memory.kinds.align = true;
    memory.memory.alignments = facts.launch != nullptr ? facts.variables().alignments
                                                       : find_alignments(facts.dispatch.kernel.program(), {}, {});
  }

  void begin(const DispatchFacts& facts, CheckedDispatch& dispatch) override {
    if (!dispatch.rules()->judges_memory())
      dispatch.add(memory_check(dispatch.rules(), facts.dispatch.kernel, dispatch));
  }
};

}  // namespace

constinit const Check rows::align{
    .kind = Kind::align,
    .name = "align",
    .rules = kAlignRules,
    .is_default = true,
    .checks_draws = true,
    .help = "addresses that are not aligned",
    .interest = {.misaligned = true},
    .make_source = make_source<AlignSource>,
};

}  // namespace eugene::check
