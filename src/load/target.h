// Which GPU a device program is for: the numbers that its formats have for families and products. Internal to the
// layer.
#pragma once

#include <cstdint>
#include <string_view>

#include "load/device_binary.h"

namespace eugene::load {

// "Gen9"; empty if the number is not known.
std::string_view family_of(std::uint32_t device);

// Fills in the family `device` and its instruction set, which is null if Eugene does not know it.
void set_family(std::uint32_t device, DeviceBinary& binary);

// Fills in family and machine from a product's number as zebin files give it (igfxfmid.h in Intel's drivers).
void set_product(std::uint32_t product, DeviceBinary& binary);

// The machine that an archive member's name ends with: "64.9.3.0" is bxt. Null if it names none.
const isa::Machine* machine_of(std::string_view target);

// Fills in family and machine from a version of the graphics IP in one number, release and revision: 9.0.9 is skl.
void set_ip_version(std::uint32_t config, DeviceBinary& binary);

}  // namespace eugene::load
