#include "eu/analysis/channel_use.h"

#include <bit>

#include "eu/analysis/lone_channel.h"
#include "eu/prepared_op.h"

namespace eugene::eu {

ChannelUse find_channel_use(const std::vector<PreparedOp>& ops) {
  ChannelUse use;
  for (const PreparedOp& op : ops) {
    if (!op.no_mask) use.used |= std::rotl(op.all, op.channel_offset);
    use.may_diverge |= op.action == Action::branch;
    use.runs_alone &= op.action != Action::branch || follow_alone(ops, op).has_value();
  }
  return use;
}

}  // namespace eugene::eu
