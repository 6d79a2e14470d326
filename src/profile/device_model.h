// The properties of a device that a profile needs.
#pragma once

#include <algorithm>
#include <cstdint>

#include "memory/l3_configuration.h"
#include "profile/cache_model.h"
#include "profile/parameters.h"

namespace eugene::profile {

// Max groups of a kernel that are resident on the GPU at a time, for each limiting resource. 0: not a limit.
struct GroupLimits {
  unsigned threads = 0;  // threads of the EUs
  unsigned local_memory = 0;
  unsigned barriers = 0;
  std::uint64_t launched = 0;  // number of groups in the dispatch
  bool operator==(const GroupLimits&) const = default;
};

struct DeviceModel {
  unsigned eus = 1;
  unsigned threads_of_eu = 1;
  unsigned slm_blocks = 1;  // blocks of shared local memory, which are accessed independently
  unsigned l3_banks = 0;
  const memory::L3Bank* l3_bank = nullptr;  // null: there is no L3
  std::uint32_t l3_control = 0;             // L3CNTLREG; 0: never written
  bool has_slm = false;                     // the kernel uses shared local memory
  unsigned group_threads = 1;               // threads of a group
  std::uint32_t group_slm_bytes = 0;
  unsigned resident_groups = 1;  // groups that are resident at a time
  GroupLimits limits;            // resources that limit resident_groups
  Parameters parameters;         // override the members above unless kOwn

  bool operator==(const DeviceModel&) const = default;

  // Sets the number of groups of a dispatch, which also limits resident_groups.
  void launch(std::uint64_t groups) {
    limits.launched = groups;
    resident_groups = static_cast<unsigned>(std::clamp<std::uint64_t>(groups, 1, resident_groups));
  }

  // Returns the division of a bank: the register's division if it is possible, else the first configuration that fits.
  memory::L3Configuration division() const {
    if (l3_bank == nullptr) return {};
    if (!l3_bank->has_control) return l3_bank->configurations.front();
    const memory::L3Configuration asked = memory::l3_division(*l3_bank, memory::decode_l3_control(l3_control));
    if (asked.cached() != 0 && asked.cached() <= l3_bank->tagged_kilobytes) return asked;
    for (const memory::L3Configuration& row : l3_bank->configurations) {
      if ((row.slm != 0) == has_slm && row.rest != 0) return row;
    }
    return {};
  }
  L3Shape l3() const { return make_shape(l3_banks, division(), parameters); }
  unsigned local_blocks() const { return parameters.slm_blocks == kOwn ? slm_blocks : parameters.slm_blocks; }
};

}  // namespace eugene::profile
