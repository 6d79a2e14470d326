#include "eu/analysis/versions.h"

#include <cassert>

#include "eu/prepared_op.h"

namespace eugene::eu {

// Longer kernels take long to compile twice, and their channels rarely all run together.
constexpr std::size_t kMaxInstructions = 4000;

Versions make_versions(const Kernel& kernel, ThreadChannels thread_channels) {
  const PreparedProgram& prepared = kernel.prepared();
  if (thread_channels == ThreadChannels::one) return {.full = true, .partial = false};
  const bool is_complete = thread_channels == ThreadChannels::all;
  assert(!is_complete || !prepared.channel_use.may_diverge);
  const bool has_full = prepared.channel_use.used != 0 && (is_complete || prepared.ops.size() <= kMaxInstructions);
  return {.full = has_full, .partial = !is_complete || !has_full};
}

}  // namespace eugene::eu
