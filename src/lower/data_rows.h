// Data of messages in rows: each value of a channel has a row of its own, with an element for each channel.
#pragma once

#include "isa/message/message.h"
#include "lower/send.h"

namespace eugene::lower {

struct DataRows {
  unsigned count = 1;   // values of a channel
  unsigned bytes = 4;   // of a value
  unsigned stride = 0;  // bytes from one row of the variable to the next
};

// The stride of rows that begin a register of the platform each: vISA manual GATHER4_TYPED, ch_start.
unsigned register_stride(const Context& context, const Op& op, unsigned bytes);

// Sends `message` with the rows of `raw` as its data. It may serve fewer channels (`message.lanes`) than the
// instruction has: it is then sent again for the next ones, whose payload follows that of the ones before.
Result<void> send_rows(Context& context, const Op& op, Send message, const visa::Raw* raw, const DataRows& rows,
                       isa::Access access);

}  // namespace eugene::lower
