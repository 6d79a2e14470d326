// The digest of a thread (eu/digest.h), for code that computes it (Interest::digests). It is in host registers while
// the code runs.
#pragma once

#include "jit/recording.h"

namespace eugene::jit {

// Initialises it from the Thread, if the plan has digests.
void create_digest(Recording& r);
// Add the digested values of `op`: those before it is recorded, and those afterwards.
void digest_before(Recording& r, const eu::PreparedOp& op);
void digest_after(Recording& r, const eu::PreparedOp& op);
// Stores it to the Thread, at the exit.
void store_digest(Recording& r);

}  // namespace eugene::jit
