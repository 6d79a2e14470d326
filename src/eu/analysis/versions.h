// The versions of a kernel that compiled code contains (jit/record/record_versions.h). They decide the cost of
// compiling, so they are computed before the compiler is loaded.
#pragma once

#include "eu/analysis/channel_use.h"
#include "eu/kernel.h"

namespace eugene::eu {

struct Versions {
  bool full = false;     // for when all channels run
  bool partial = false;  // for any set of channels
  unsigned count() const { return (full ? 1U : 0U) + (partial ? 1U : 0U); }
};
Versions make_versions(const Kernel& kernel, ThreadChannels thread_channels);

}  // namespace eugene::eu
