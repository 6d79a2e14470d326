// Code for threads of one channel (eu::ThreadChannels::one), as where the local size is 1 or a group has one work-item
// left. It is the full version, in which masks are constants: instructions are recorded as if their execution size
// were 1, so that lanes are scalars, and a branch of channels is one of the thread. Instructions under NoMask keep all
// their lanes.
#pragma once

#include <vector>

#include "eu/prepare/prepared_op.h"

namespace eugene::jit {

// The instructions of a thread of which channel 0 alone runs: with the lane of that channel. An instruction for
// channels from 8 or 16 on keeps its lanes, which are all disabled.
std::vector<eu::PreparedOp> in_channel_0(std::vector<eu::PreparedOp> ops);

}  // namespace eugene::jit
