// The host's rounding mode, put back at the end of a run that may change it.
#pragma once

#include <cfenv>

namespace eugene::eu {

class HostRounding {
 public:
  HostRounding() : saved_(std::fegetround()) {}
  ~HostRounding() {
    if (std::fegetround() != saved_) std::fesetround(saved_);
  }
  HostRounding(const HostRounding&) = delete;
  HostRounding& operator=(const HostRounding&) = delete;

 private:
  int saved_;
};

}  // namespace eugene::eu
