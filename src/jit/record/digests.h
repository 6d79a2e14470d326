// The digest of a thread (eu/digest.h), in code that keeps it (Interest::digests). It is a value in registers while the
// code runs.
#pragma once

#include "jit/record/recording.h"

namespace eugene::jit {

// With what the Thread holds, where the plan has digests.
void create_digest(Recording& r);
// Adds what `op` has, before it is recorded and afterwards.
void digest_before(Recording& r, const eu::PreparedOp& op);
void digest_after(Recording& r, const eu::PreparedOp& op);
// To the Thread, at the exit.
void store_digest(Recording& r);

}  // namespace eugene::jit
