// Data of messages in rows: each value of a channel has its own row, which has an element for each channel.
#pragma once

#include "isa/message/message.h"
#include "lower/send.h"

namespace eugene::lower {

struct DataRows {
  unsigned count = 1;   // values of each channel
  unsigned bytes = 4;   // size of a value
  unsigned stride = 0;  // bytes from one row of the variable to the next
};

// Returns the stride of rows that each begin at a register of the platform: vISA manual GATHER4_TYPED, ch_start.
unsigned register_stride(const Context& context, const Op& op, unsigned bytes);

// Sends `message` with the rows of `raw` as its data. If it serves fewer channels (`message.lanes`) than the
// instruction has, it is sent again for further channels, whose payload follows.
Result<void> send_rows(Context& context, const Op& op, Send message, const visa::Raw* raw, const DataRows& rows,
                       isa::Access access);

}  // namespace eugene::lower
