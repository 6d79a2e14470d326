// The GPUs that Eugene can emulate, as data: BXT PRM vol6 "Thread Pools", "L3 Cache and URB", "Shared Local Memory";
// public data sheets of the same products for the others.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

#include "isa/machine.h"

namespace eugene::gpu {

struct Device {
  std::string_view name;            // as --gpu spells it
  const isa::Machine* machine;      // instruction set; isa/product.h has the name in Intel's driver
  std::string_view full_name;       // for people
  std::string_view revision;        // hardware revision to report to the driver; empty: the driver's default
  std::uint16_t pci_device;         // PCI device ID; the driver derives the product's name from it
  std::uint8_t pci_revision;        // hardware revision in PCI configuration space
  bool has_32_bit_pointers;         // Intel's OpenCL driver uses 32-bit pointers
  bool has_opencl = true;           // Intel's OpenCL driver supports it: from Broadwell on
  bool has_llc;                     // shares the processor's last level cache
  std::uint8_t trace_id;            // the device field of an AUB version packet
  std::uint8_t slices;              // slices of the device
  std::uint8_t subslices;           // of one slice
  std::uint8_t eus;                 // of one subslice
  std::uint8_t threads;             // of one EU
  std::uint32_t slm_bytes;          // size of a block of shared local memory; a group's memory lies in one block
  std::uint8_t slm_blocks;          // blocks of the device: one in each L3 bank on Gen9LP, else one for each subslice
  std::uint8_t barriers = 16;       // of a subslice: Intel's OpenCL guide for Processor Graphics, "Work-Group Size
                                    // Recommendations"
  std::uint8_t l3_banks;            // L3 banks of the device
  std::uint32_t l3_bank_bytes;      // cache, URB and shared local memory together
  std::uint32_t timestamp_hz;       // ticks of TIMESTAMP a second
  std::uint16_t least_mhz;          // lowest GPU clock, from the product's data sheet
  std::uint16_t max_mhz;            // highest GPU clock
  std::uint8_t subslices_off = 0;   // fused-off subslices of a slice, one bit each; not in `subslices`
  bool has_thread_pools = false;    // executes MEDIA_POOL_STATE
  std::uint8_t least_pool_eus = 0;  // EUs of the smallest pool that Linux configures; 0: no pools
  const isa::Gen* gen = machine->gen;

  constexpr unsigned total_subslices() const { return unsigned{slices} * subslices; }
  constexpr unsigned total_eus() const { return total_subslices() * eus; }
  constexpr unsigned total_threads() const { return total_eus() * threads; }
  // The subslices of a slice that are not fused off, one bit each.
  constexpr unsigned subslice_mask() const {
    return ((1U << (subslices + std::popcount(subslices_off))) - 1) & ~unsigned{subslices_off};
  }
};

// An early stepping of `device`, with subslice `off` of three fused off. Linux configures thread pools for it:
// WaEnablePooledEuFor2x6, before stepping C0.
constexpr Device without_subslice(Device device, std::string_view name, std::uint8_t off, std::uint8_t pool_eus) {
  device.name = name;
  device.pci_revision = 3;  // B0
  device.revision = "3";
  device.subslices_off = static_cast<std::uint8_t>(1U << off);
  device.least_pool_eus = pool_eus;
  return device;
}

inline constexpr Device kBroxton2x6{.name = "bxt2x6",
                                    .machine = &isa::machine("bxt"),
                                    .full_name = "Intel HD Graphics 500 (Apollo Lake)",
                                    .revision = "11",
                                    .pci_device = 0x5A85,
                                    .pci_revision = 11,
                                    .has_32_bit_pointers = true,
                                    .has_llc = false,
                                    .trace_id = 14,
                                    .slices = 1,
                                    .subslices = 2,
                                    .eus = 6,
                                    .threads = 6,
                                    .slm_bytes = 64 * 1024,
                                    .slm_blocks = 1,
                                    .l3_banks = 1,
                                    .l3_bank_bytes = 320 * 1024,
                                    .timestamp_hz = 19'200'000,
                                    .least_mhz = 200,
                                    .max_mhz = 650,
                                    .has_thread_pools = true};

inline constexpr Device kTigerLake{.name = "tgl",
                                   .machine = &isa::machine("tgl"),
                                   .full_name = "Intel Iris Xe Graphics (Tiger Lake)",
                                   .revision = "",
                                   .pci_device = 0x9A49,
                                   .pci_revision = 1,
                                   .has_32_bit_pointers = false,
                                   .has_llc = true,
                                   .trace_id = 22,
                                   .slices = 1,
                                   .subslices = 6,  // of two halves each, which Linux and the drivers count as one
                                   .eus = 16,
                                   .threads = 7,
                                   .slm_bytes = 64 * 1024,
                                   .slm_blocks = 6,
                                   .l3_banks = 8,
                                   .l3_bank_bytes = 480 * 1024,
                                   .timestamp_hz = 19'200'000,
                                   .least_mhz = 100,
                                   .max_mhz = 1300};

// What tells a later product with Tiger Lake's execution units from Tiger Lake.
struct Product {
  std::string_view name;
  const isa::Machine* machine;
  std::string_view full_name;
  std::uint16_t pci_device;
  std::uint8_t pci_revision;
  std::uint16_t least_mhz;
  std::uint16_t max_mhz;
  bool is_small = false;  // 32 EUs and half of the L3: desktop processors
};

constexpr Device like_tiger_lake(const Product& product) {
  Device device = kTigerLake;
  device.name = product.name;
  device.machine = product.machine;
  device.full_name = product.full_name;
  device.pci_device = product.pci_device;
  device.pci_revision = product.pci_revision;
  device.least_mhz = product.least_mhz;
  device.max_mhz = product.max_mhz;
  if (product.is_small) {
    device.subslices = 2;
    device.slm_blocks = 2;
    device.l3_banks = 4;
  }
  return device;
}

inline constexpr std::array kDevices{
    Device{.name = "bxt",
           .machine = &isa::machine("bxt"),
           .full_name = "Intel HD Graphics 505 (Apollo Lake)",
           .revision = "11",
           .pci_device = 0x5A84,
           .pci_revision = 11,
           .has_32_bit_pointers = true,
           .has_llc = false,
           .trace_id = 14,
           .slices = 1,
           .subslices = 3,
           .eus = 6,
           .threads = 6,
           .slm_bytes = 64 * 1024,
           .slm_blocks = 2,
           .l3_banks = 2,
           .l3_bank_bytes = 192 * 1024,
           .timestamp_hz = 19'200'000,
           .least_mhz = 200,
           .max_mhz = 750,
           .has_thread_pools = true,
           .least_pool_eus = 9},
    kBroxton2x6,
    without_subslice(kBroxton2x6, "bxt2x6-ss0off", 0, 3),
    without_subslice(kBroxton2x6, "bxt2x6-ss1off", 1, 6),
    without_subslice(kBroxton2x6, "bxt2x6-ss2off", 2, 3),
    Device{.name = "glk",
           .machine = &isa::machine("glk"),
           .full_name = "Intel UHD Graphics 605 (Gemini Lake)",
           .revision = "",
           .pci_device = 0x3184,
           .pci_revision = 3,
           .has_32_bit_pointers = true,
           .has_llc = false,
           .trace_id = 17,
           .slices = 1,
           .subslices = 3,
           .eus = 6,
           .threads = 6,
           .slm_bytes = 64 * 1024,
           .slm_blocks = 2,
           .l3_banks = 2,
           .l3_bank_bytes = 192 * 1024,
           .timestamp_hz = 19'200'000,
           .least_mhz = 200,
           .max_mhz = 750,
           .has_thread_pools = true,
           .least_pool_eus = 9},
    Device{.name = "skl",
           .machine = &isa::machine("skl"),
           .full_name = "Intel HD Graphics 530 (Skylake)",
           .revision = "",
           .pci_device = 0x1912,
           .pci_revision = 6,
           .has_32_bit_pointers = false,
           .has_llc = true,
           .trace_id = 12,
           .slices = 1,
           .subslices = 3,
           .eus = 8,
           .threads = 7,
           .slm_bytes = 64 * 1024,
           .slm_blocks = 3,
           .l3_banks = 4,
           .l3_bank_bytes = 192 * 1024,
           .timestamp_hz = 12'000'000,
           .least_mhz = 350,
           .max_mhz = 1150},
    Device{.name = "kbl",
           .machine = &isa::machine("kbl"),
           .full_name = "Intel HD Graphics 630 (Kaby Lake)",
           .revision = "",
           .pci_device = 0x5912,
           .pci_revision = 4,
           .has_32_bit_pointers = false,
           .has_llc = true,
           .trace_id = 16,
           .slices = 1,
           .subslices = 3,
           .eus = 8,
           .threads = 7,
           .slm_bytes = 64 * 1024,
           .slm_blocks = 3,
           .l3_banks = 4,
           .l3_bank_bytes = 192 * 1024,
           .timestamp_hz = 12'000'000,
           .least_mhz = 350,
           .max_mhz = 1150},
    kTigerLake,
    // Mesa's intel_device_info.c: GFX12_GT_FEATURES. Intel's driver counts Raptor Lake-P as Alder Lake-P.
    like_tiger_lake({.name = "rkl",
                     .machine = &isa::machine("rkl"),
                     .full_name = "Intel UHD Graphics 750 (Rocket Lake)",
                     .pci_device = 0x4C8A,
                     .pci_revision = 4,
                     .least_mhz = 350,
                     .max_mhz = 1300,
                     .is_small = true}),
    like_tiger_lake({.name = "adls",
                     .machine = &isa::machine("adls"),
                     .full_name = "Intel UHD Graphics 770 (Alder Lake-S)",
                     .pci_device = 0x4680,
                     .pci_revision = 12,
                     .least_mhz = 300,
                     .max_mhz = 1550,
                     .is_small = true}),
    like_tiger_lake({.name = "adlp",
                     .machine = &isa::machine("adlp"),
                     .full_name = "Intel Iris Xe Graphics (Alder Lake-P)",
                     .pci_device = 0x46A6,
                     .pci_revision = 12,
                     .least_mhz = 100,
                     .max_mhz = 1400}),
    like_tiger_lake({.name = "rplp",
                     .machine = &isa::machine("adlp"),
                     .full_name = "Intel Iris Xe Graphics (Raptor Lake-P)",
                     .pci_device = 0xA7A0,
                     .pci_revision = 4,
                     .least_mhz = 100,
                     .max_mhz = 1500}),
    Device{.name = "snb",
           .machine = &isa::machine("snb"),
           .full_name = "Intel HD Graphics 2000 (Sandy Bridge)",
           .revision = "",
           .pci_device = 0x0102,
           .pci_revision = 9,
           .has_32_bit_pointers = false,
           .has_opencl = false,
           .has_llc = true,
           .trace_id = 6,
           .slices = 1,
           .subslices = 1,
           .eus = 6,
           .threads = 4,
           .slm_bytes = 0,
           .slm_blocks = 0,
           .l3_banks = 0,
           .l3_bank_bytes = 0,
           .timestamp_hz = 12'500'000,
           .least_mhz = 850,
           .max_mhz = 1100},
};

// The device that the documents describe.
inline constexpr const Device& kDefaultDevice = kDevices[0];

// Returns the device whose --gpu name is `name`; null if there is none.
constexpr const Device* find_device(std::string_view name) {
  for (const Device& device : kDevices) {
    if (device.name == name) return &device;
  }
  return nullptr;
}

// The device if the user names none: unlike Apollo Lake's, its OpenCL driver has 64-bit and generic pointers, shared
// virtual memory and sub-groups.
inline constexpr const Device& kUsersDevice = *find_device("skl");

static_assert(kDefaultDevice.name == "bxt");
static_assert([] {
  for (const Device& device : kDevices) {
    if (device.total_threads() == 0 || device.timestamp_hz == 0 || device.least_mhz > device.max_mhz) return false;
  }
  return true;
}());

}  // namespace eugene::gpu
