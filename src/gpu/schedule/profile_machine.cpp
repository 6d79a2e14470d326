#include "gpu/schedule/profile_machine.h"

#include <algorithm>

namespace eugene::gpu {

profile::Machine profile_machine(const Device& device, const ThreadPools& pools, unsigned threads,
                                 std::uint32_t slm_bytes, std::uint32_t l3_control) {
  profile::Machine machine{.eus = device.total_eus(),
                           .threads_of_eu = device.threads,
                           .subslices = device.total_subslices(),
                           .l3_banks = device.l3_banks,
                           .l3_bank = memory::find_l3_bank(device.l3_bank_bytes),
                           .l3_control = l3_control,
                           .has_slm = slm_bytes != 0};
  machine.resident_groups = std::max(pools.groups(threads), 1U);
  if (slm_bytes != 0) {
    const unsigned in_slm = std::max(device.slm_bytes / slm_bytes, 1U) * device.total_subslices();
    machine.resident_groups = std::min(machine.resident_groups, in_slm);
  }
  return machine;
}

}  // namespace eugene::gpu
