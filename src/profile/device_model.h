// The properties of a device that a profile needs, and the constants with which it estimates time.
#pragma once

#include <cstdint>

#include "memory/l3_configuration.h"

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
};

// Cycles from an instruction's issue until its result can be used, and the bandwidth of memory. The documents only give
// issue rates and widths. The other numbers are choices (docs/undefined.md), of the magnitude measured on such parts.
namespace timing {
inline constexpr unsigned kPipeBytes = 16;      // an execution pipe is 128 bits wide: SNB PRM vol4 part2 table 7-1
inline constexpr unsigned kLeastIssue = 2;      // clocks of an instruction, however narrow: 5.2.2
inline constexpr unsigned kMathFactor = 4;      // an extended math function for one ordinary operation
inline constexpr unsigned kPipeLatency = 8;     // ordinary instructions
inline constexpr unsigned kMathLatency = 16;    // extended math
inline constexpr unsigned kBranchCycles = 4;    // a branch occupies the thread
inline constexpr unsigned kSlmLatency = 60;     // shared local memory without a conflict
inline constexpr unsigned kL3Latency = 150;     // data port, a line that the L3 has
inline constexpr unsigned kMissLatency = 250;   // in addition, for a line that it does not have
inline constexpr unsigned kOtherLatency = 100;  // other shared functions
inline constexpr unsigned kMemoryBytes = 32;    // from memory in a clock of the GPU
inline constexpr unsigned kL3BankBytes = 64;    // of each bank in a clock: BXT PRM vol6 "L3 Bank Configuration"
}  // namespace timing

}  // namespace eugene::profile
