// The properties of a device that a profile needs.
#pragma once

#include <cstdint>

#include "memory/l3_configuration.h"
#include "profile/cache_model.h"
#include "profile/parameters.h"

namespace eugene::profile {

struct DeviceModel {
  unsigned eus = 1;
  unsigned threads_of_eu = 1;
  unsigned slm_blocks = 1;  // of shared local memory; each is accessed independently
  unsigned l3_banks = 0;
  const memory::L3Bank* l3_bank = nullptr;  // null: there is no L3
  std::uint32_t l3_control = 0;             // L3CNTLREG; 0: never written
  bool has_slm = false;                     // the kernel uses shared local memory
  unsigned resident_groups = 1;             // that fit at a time
  Parameters parameters;                    // where they are not as above

  bool operator==(const DeviceModel&) const = default;

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
