// NaNs and infinities that a thread has made, kept until some result depends on them. Functions make such values as
// intermediate results and then replace them. For example, atan(0) computes 1 / 0.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "check/raw_finding.h"
#include "eu/port.h"
#include "isa/gen.h"
#include "isa/instruction.h"

namespace eugene::check {

struct FloatBirth {
  std::string_view id, what;
  AccessSite side;
  bool is_nan = false;
  bool is_of_thread = false;               // made without a mask: a use by any channel counts
  std::array<std::uint32_t, 32> counts{};  // births, by channel of the thread
};

class FloatBirths {
 public:
  bool empty() const { return births_.empty(); }
  void add(const FloatBirth& birth);
  // Called when results depend on the values of `channels`. Calls told(birth, channel, count) for each birth of these
  // channels, and removes the birth. `on_nans_alone`: infinities are left.
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

// Returns the channels of the thread that correspond to `lanes` of the instruction. Without a mask, lanes may be
// elements of a value of the whole thread, so any lane stands for all channels. But lanes may also be channels, and
// those that were not dispatched hold old contents, so they are ignored.
std::uint32_t find_channels(const isa::Instruction& instruction, const eu::Thread& thread, std::uint32_t lanes);

// Returns the thread's channels whose data in a message may hold a NaN or an infinity of 32 or 64 bits. With `halves`,
// also of 16 bits.
std::uint32_t sends_non_finite(const isa::Gen& gen, const eu::SendRequest& request, bool halves);

}  // namespace eugene::check
