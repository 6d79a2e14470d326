// Says whether kernels are checked in this process.
#pragma once

#include <cstdlib>

#include "i915/channel_names.h"

namespace eugene::i915 {

inline bool is_checked_run() {
  static const bool is_one = std::getenv(kChecksVariable) != nullptr;
  return is_one;
}

}  // namespace eugene::i915
