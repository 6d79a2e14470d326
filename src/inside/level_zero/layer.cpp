#include "layer.h"

namespace eugene::inside {

namespace level_zero {

Layer& layer() {
  static Layer* const instance = new Layer;
  return *instance;
}

}  // namespace level_zero

PendingReads& pending_reads() { return level_zero::layer().pending_reads; }
Quarantine& quarantine() { return level_zero::layer().quarantine; }
SharedSizes& shared_sizes() { return level_zero::layer().shared_sizes; }

}  // namespace eugene::inside
