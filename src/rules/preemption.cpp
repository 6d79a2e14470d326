// Rules for contexts whose threads may be preempted in mid-thread. BXT PRM vol6 "GPGPU Context Switch" and "Register
// Region Restrictions", "Special Restrictions".
#include "rules/rule.h"

namespace eugene::rules {
namespace {

// An instruction with a destination of more than one register is executed as two halves.
bool is_compressed(const Subject& s) {
  if (!s.writes) return false;
  const unsigned stride = std::max<unsigned>(s.i.dst.region.hstride, 1);
  return s.i.exec_size * stride * byte_size(s.i.dst.type) > kRegisterBytes;
}

constexpr Rule kPreemptionRules[] = {
    {.id = "preemption.sampler_header",
     .citation = {kNone, bxt("GPGPU Context Switch: messages to the sampler must use headers")},
     .text = "a message to the sampler must have a header if threads may be preempted",
     .hint = "set bit 19 of the descriptor and put the header into the first register",
     .check =
         [](const Subject& s) {
           return broken_if(s.any_send() && s.i.send.sfid == Sfid::sampler && !s.i.send.header_present());
         },
     .phase = Phase::preemption},
    {.id = "preemption.one_index",
     .citation = {kNone, bxt("Special Restrictions: mid-thread pre-emptible contexts")},
     .text = "the second half of a compressed instruction must use more than one address for source 0 if threads may "
             "be preempted",
     .hint = "use a smaller width, or two instructions",
     .check =
         [](const Subject& s) {
           if (!s.align1_regions() || s.sources == 0 || !is_row_addressed(s.src(0)) || !is_compressed(s)) return kFine;
           const unsigned half = s.i.exec_size / 2U;
           return broken_if(half <= std::max<unsigned>(s.src(0).region.width, 1), kSrc0);
         },
     .phase = Phase::preemption},
};

}  // namespace

std::span<const Rule> preemption_rules() { return kPreemptionRules; }

}  // namespace eugene::rules
