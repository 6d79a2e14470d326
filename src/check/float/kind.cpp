// The row of the kind "float".
#include <array>
#include <memory>

#include "check/checked_dispatch.h"
#include "check/dispatch_check.h"
#include "check/dispatch_facts.h"
#include "check/float/float.h"
#include "check/kinds.h"

namespace eugene::check {
namespace {

constexpr std::array kFloatRules{
    Rule{"float.nan", "NaN made of ordinary numbers",
         "An instruction makes a NaN of operands that are not NaNs, and a result depends on it.",
         "Look at the operands: 0/0, the root or logarithm of a negative number, a difference of infinities."},
    Rule{"float.inf", "Infinity made of ordinary numbers",
         "An instruction makes an infinity of finite operands, and a result depends on it.",
         "Look at the operands: a product, sum or exponential is too large for the type."},
    Rule{"float.div0", "Division by zero", "A finite number is divided by zero, and a result depends on the quotient.",
         "Compare the divisor with 0 before the division."},
};
static_assert(are_rules_of("float", kFloatRules));

class FloatSource final : public KindSource {
 public:
  void begin(const DispatchFacts& facts, CheckedDispatch& dispatch) override {
    dispatch.add(std::make_unique<FloatCheck>(facts.dispatch.kernel.program(), dispatch.seen_by()));
  }
};

}  // namespace

constinit const Check rows::float_{
    .kind = Kind::float_,
    .name = "float",
    .rules = kFloatRules,
    .help = "NaNs and infinities computed from ordinary numbers",
    .filter = "NaNs and infinities",
    .interest = FloatCheck::kInterest,
    .make_source = make_source<FloatSource>,
};

}  // namespace eugene::check
