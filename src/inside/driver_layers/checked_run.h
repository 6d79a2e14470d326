// Whether this process checks its kernels, and its API calls.
#pragma once

#include <cstdlib>
#include <string>

#include "i915/channel_names.h"

namespace eugene::inside {

inline bool is_checked_run() {
  static const bool is_one = std::getenv(i915::kChecksVariable) != nullptr;
  return is_one;
}

// Whether calls of the program are checked too: --check=api.
inline bool are_calls_checked() {
  static const bool are = [] {
    const char* kinds = std::getenv(i915::kChecksVariable);
    return kinds != nullptr && std::string(",").append(kinds).append(",").find(",api,") != std::string::npos;
  }();
  return are;
}

}  // namespace eugene::inside
