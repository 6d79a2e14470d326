// The GPU that a device program is for: IDs of families and products in the formats. Internal to the layer.
#pragma once

#include <cstdint>
#include <string_view>

#include "binary/device_binary.h"

namespace eugene::binary {

// Returns the name of a family, such as "Gen9"; empty if the ID is unknown.
std::string_view device_family(std::uint32_t device);

// Fills in the family `device` and its instruction set, which is null if Eugene does not know it.
void set_family(std::uint32_t device, DeviceBinary& binary);

// Fills in family and machine from the product number of zebin files (isa/product.h).
void set_product(std::uint32_t number, DeviceBinary& binary);

// Returns the machine that an archive member's name ends with: "64.9.3.0" is bxt. Null if unknown.
const isa::Machine* target_machine(std::string_view target);

// Fills in family and machine from a graphics IP version, which is packed into one number: 9.0.9 is skl.
void set_ip_version(std::uint32_t config, DeviceBinary& binary);

}  // namespace eugene::binary
