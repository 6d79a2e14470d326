// NaNs and infinities that a thread has made, until it shows that some result depends on them. Functions make such
// values on their way and put others in their place, as atan(0) its 1 / 0.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "checks/found.h"
#include "eu/port.h"
#include "isa/gen.h"
#include "isa/instruction.h"

namespace eugene::checks {

struct FloatBirth {
  std::string_view id, what;
  Side side;
  bool is_nan = false;
  bool is_of_thread = false;               // made without a mask: by whatever channel it is used
  std::array<std::uint32_t, 32> counts{};  // by channel of the thread
};

class FloatBirths {
 public:
  bool empty() const { return births_.empty(); }
  void add(const FloatBirth& birth);
  // Results depend on what `channels` have made: calls told(birth, channel, count) of each, and forgets them.
  template <class Told>
  void depends(std::uint32_t channels, bool on_nans_alone, Told told) {
    std::erase_if(births_, [&](FloatBirth& each) {
      if (on_nans_alone && !each.is_nan) return false;
      bool is_left = false;
      for (unsigned channel = 0; channel != each.counts.size(); ++channel) {
        if (each.counts[channel] == 0) continue;
        const bool is_used = each.is_of_thread ? channels != 0 : (channels >> channel & 1) != 0;
        is_left = is_left || !is_used;
        if (!is_used) continue;
        told(each, channel, each.counts[channel]);
        each.counts[channel] = 0;
      }
      return !is_left;
    });
  }
  void clear() { births_.clear(); }

 private:
  std::vector<FloatBirth> births_;
};

// The channels of the thread that `lanes` of the instruction are. Without a mask they are elements of a value of the
// thread, or channels, of which those that the thread was not started with hold what was there before.
std::uint32_t channels_of(const isa::Instruction& instruction, const eu::Thread& thread, std::uint32_t lanes);

// Channels of the thread whose data in a message may hold a NaN or an infinity, as numbers of 32 and 64 bits, or with
// `halves` also of 16.
std::uint32_t sends_non_finite(const isa::Gen& gen, const eu::SendRequest& request, bool halves);

}  // namespace eugene::checks
