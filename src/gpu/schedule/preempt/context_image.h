// Layout of a context's memory image: BXT PRM vol6 "GPGPU Context Switch", "Memory Map of the GPGPU Context Image" and
// "Base Address Calculation".
//
// Shared local memory comes first, 64 KB for each bank, then 8 KB for each thread slot, by slice, subslice, EU and
// thread, without gaps: subslices that are fused off have no number.
#pragma once

#include <bit>
#include <cstdint>

#include "base/bits.h"
#include "gpu/device.h"
#include "gpu/schedule/work/payload.h"

namespace eugene::gpu {

struct ContextMap {
  static constexpr std::uint64_t kSlmBytes = 0x10000;    // A: shared local memory of a bank
  static constexpr std::uint64_t kThreadBytes = 0x2000;  // D: image of a thread
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{2} << 20;

  const Device* device = &kDefaultDevice;
  std::uint64_t base = 0;  // GPGPU_CSR_BASE_ADDRESS

  constexpr std::uint64_t eu_bytes() const { return kThreadBytes * device->threads; }  // C
  constexpr std::uint64_t subslice_bytes() const { return eu_bytes() * device->eus; }  // B
  constexpr std::uint64_t slm_bytes() const { return kSlmBytes * device->l3_banks; }
  constexpr std::uint64_t bytes() const { return slm_bytes() + subslice_bytes() * device->total_subslices(); }

  constexpr std::uint64_t slm(std::uint64_t offset) const { return base + offset; }
  // Returns the address of the image of the thread whose sr0.0 is `topology`.
  constexpr std::uint64_t thread(std::uint32_t topology) const {
    const isa::TopologyBits& bits = device->gen->topology;
    const std::uint32_t slice = gather_bits(topology, bits.slice);
    const std::uint32_t before = (1U << gather_bits(topology, bits.subslice)) - 1;
    const std::uint32_t subslice =
        slice * device->subslices + static_cast<std::uint32_t>(std::popcount(device->subslice_mask() & before));
    return base + slm_bytes() + subslice_bytes() * subslice + eu_bytes() * gather_bits(topology, bits.eu) +
           kThreadBytes * (topology & 7);
  }
};

static_assert([] {
  for (const Device& device : kDevices) {
    if (!device.gen->has_context_image) continue;
    if (ContextMap{&device}.bytes() > ContextMap::kMaxBytes) return false;
  }
  return true;
}());

}  // namespace eugene::gpu
