#include "check/channels.h"

#include <bit>

#include "sem/channels.h"

namespace eugene::check {

std::uint32_t predicate_channels(const isa::Gen& gen, const eu::PreparedOp& op, const eu::Thread& thread) {
  if (!op.predicated) return ~0U;
  const std::uint32_t flag = std::rotr(thread.flag[op.flag_nr], op.flag_shift);
  const bool two = gen.files.flag_registers > 1;
  const std::uint32_t other =
      two ? std::rotr(thread.flag[1U - op.flag_nr], op.flag_shift) : std::rotr(thread.flag[0], op.flag_shift ^ 16);
  return sem::predicate_channels(op.pred_control, op.pred_inverse, flag, other);
}

std::uint32_t enabled_channels(const isa::Gen& gen, const eu::PreparedOp& op, const eu::Thread& thread,
                               std::uint32_t running) {
  const std::uint32_t channels = running >> op.channel_offset;
  return sem::eligible_channels(op.no_mask, op.all, channels) & op.write_mask & predicate_channels(gen, op, thread);
}

}  // namespace eugene::check
