// Code for threads of one channel (eu::ThreadChannels::one), for example with a local size of 1, or if a group's last
// thread has one work-item. It has only the full version, in which masks are constants. Instructions are recorded as if
// their execution size were 1: lanes are scalars, and a branch of channels is a branch of the thread. Instructions with
// NoMask keep all their lanes.
#pragma once

#include <vector>

#include "eu/prepared_op.h"

namespace eugene::jit {

// Reduces instructions to channel 0, the only one that runs. An instruction for channels from 8 or 16 on keeps its
// lanes, which are all disabled.
std::vector<eu::PreparedOp> in_channel_0(std::vector<eu::PreparedOp> ops);

}  // namespace eugene::jit
