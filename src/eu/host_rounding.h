// Reads the host's rounding mode, and restores it after a run that may change it.
#pragma once

#include <xmmintrin.h>

#include <cfenv>

namespace eugene::eu {

// Reads the register that std::fesetround() writes, without a call, because every thread needs this several times.
inline int host_rounding() {
  switch (_MM_GET_ROUNDING_MODE()) {
    case _MM_ROUND_DOWN: return FE_DOWNWARD;
    case _MM_ROUND_UP: return FE_UPWARD;
    case _MM_ROUND_TOWARD_ZERO: return FE_TOWARDZERO;
    default: return FE_TONEAREST;
  }
}

// Whether the host rounds to nearest. Computing two sums takes a tenth of the time of reading the control register.
inline bool rounds_to_nearest() {
  float one = 1;
  asm volatile("" : "+x"(one));  // the compiler must not know the sums, nor compute them earlier
  constexpr float kQuarter = 0x1p-25F, kThreeQuarters = 0x3p-25F;  // of the distance to the next float
  return one + kQuarter == one && one + kThreeQuarters != one;
}

class HostRounding {
 public:
  HostRounding() : saved_(host_rounding()) {}
  ~HostRounding() {
    if (host_rounding() != saved_) std::fesetround(saved_);
  }
  HostRounding(const HostRounding&) = delete;
  HostRounding& operator=(const HostRounding&) = delete;

 private:
  int saved_;
};

// Rounds to nearest during its lifetime.
class NearestRounding {
 public:
  NearestRounding() {
    if (rounds_to_nearest()) return;
    saved_ = host_rounding();
    std::fesetround(FE_TONEAREST);
  }
  ~NearestRounding() {
    if (saved_ != FE_TONEAREST) std::fesetround(saved_);
  }
  NearestRounding(const NearestRounding&) = delete;
  NearestRounding& operator=(const NearestRounding&) = delete;

 private:
  int saved_ = FE_TONEAREST;
};

}  // namespace eugene::eu
