// The properties of a device that a profile needs.
#pragma once

#include <algorithm>
#include <cstdint>

#include "memory/l3_configuration.h"
#include "profile/cache_model.h"
#include "profile/parameters.h"

namespace eugene::profile {

// Groups of a kernel that the GPU holds at a time, by what limits them. 0: it limits none.
struct GroupLimits {
  unsigned threads = 0;  // those of the EUs
  unsigned local_memory = 0;
  unsigned barriers = 0;
  std::uint64_t launched = 0;  // there are no more in the dispatch
  bool operator==(const GroupLimits&) const = default;
};

struct DeviceModel {
  unsigned eus = 1;
  unsigned threads_of_eu = 1;
  unsigned slm_blocks = 1;  // of shared local memory; each is accessed independently
  unsigned l3_banks = 0;
  const memory::L3Bank* l3_bank = nullptr;  // null: there is no L3
  std::uint32_t l3_control = 0;             // L3CNTLREG; 0: never written
  bool has_slm = false;                     // the kernel uses shared local memory
  unsigned group_threads = 1;               // of the kernel's groups
  std::uint32_t group_slm_bytes = 0;
  unsigned resident_groups = 1;  // that fit at a time
  GroupLimits limits;            // why no more do
  Parameters parameters;         // where they are not as above

  bool operator==(const DeviceModel&) const = default;

  // A dispatch has so many groups.
  void launch(std::uint64_t groups) {
    limits.launched = groups;
    resident_groups = static_cast<unsigned>(std::clamp<std::uint64_t>(groups, 1, resident_groups));
  }

  // The division of a bank: that of the register if it is possible, else the first configuration that fits.
  memory::L3Configuration division() const {
    if (l3_bank == nullptr) return {};
    const memory::L3Configuration asked = memory::l3_division(*l3_bank, memory::decode_l3_control(l3_control));
    if (asked.cached() != 0 && asked.cached() <= l3_bank->tagged_kilobytes) return asked;
    for (const memory::L3Configuration& row : l3_bank->configurations) {
      if ((row.slm != 0) == has_slm && row.rest != 0) return row;
    }
    return {};
  }
  L3Shape l3() const { return shape_of(l3_banks, division(), parameters); }
  unsigned local_blocks() const { return parameters.slm_blocks == kOwn ? slm_blocks : parameters.slm_blocks; }
};

}  // namespace eugene::profile
