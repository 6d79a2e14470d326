// The driver's own calls of recv(), send() and close().
#pragma once

#include "serve/channel.h"

namespace eugene::opencl_layer {

// Makes the driver that is loaded in this process survive signals, threads and read-only memory, and its program end
// where the server has gone: the driver itself takes an interrupted call for lost data, lets threads send in between
// each other, and asks a closed connection for ever. Does nothing where the driver is not loaded, or its calls are not
// found. `channel` is the server's, and lasts.
void guard_driver_calls(const serve::ChannelState& channel);

}  // namespace eugene::opencl_layer
