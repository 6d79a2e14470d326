// Sets the host's rounding mode for a scope, as callers of meanings must.
#pragma once

#include <cfenv>

#include "sem/mode.h"

namespace eugene::test {

class HostRounding {
 public:
  explicit HostRounding(sem::Rounding rounding) {
    static constexpr int kModes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    std::fesetround(kModes[static_cast<int>(rounding)]);
  }
  ~HostRounding() { std::fesetround(FE_TONEAREST); }
  HostRounding(const HostRounding&) = delete;
  HostRounding& operator=(const HostRounding&) = delete;
};

inline constexpr sem::Rounding kAllRoundings[] = {sem::Rounding::nearest_even, sem::Rounding::up, sem::Rounding::down,
                                                  sem::Rounding::zero};

}  // namespace eugene::test
