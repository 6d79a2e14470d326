// Intel's products, as programs for them and Intel's drivers name them: by a number, a graphics IP version, or a
// product family. Several products have the execution units of one machine. Sources: igfxfmid.h of Intel's compute
// runtime for the numbers, `ocloc ids NAME` for the IP versions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "isa/machine.h"

namespace eugene::isa {

// A family of products with one instruction set.
struct ProductFamily {
  std::uint32_t number;        // GFXCORE_FAMILY, in device binaries
  std::uint32_t architecture;  // first number of the graphics IP versions
  std::uint32_t last_release;  // last second number of the IP versions; later ones are other families
  std::string_view name;
  const Gen* gen;  // null if Eugene does not know the instruction set
};
inline constexpr std::uint32_t kAnyRelease = 0xFF;
inline constexpr std::uint32_t kFamilyGen8 = 11, kFamilyGen9 = 12, kFamilyGen12 = 18;
inline constexpr std::array kProductFamilies{ProductFamily{kFamilyGen8, 8, kAnyRelease, "Gen8", nullptr},
                                             ProductFamily{kFamilyGen9, 9, kAnyRelease, "Gen9", &kGen9},
                                             ProductFamily{kFamilyGen12, 12, 10, "Gen12LP", &kGen12}};

struct Product {
  std::uint32_t number;         // PRODUCT_FAMILY, in zebin files; 0 if it is not known
  std::string_view ip_version;  // as ocloc ends the names of an archive's members; empty if it is not known
  std::string_view name;        // as the driver's ProductFamilyOverride and `ocloc -device` spell it
  std::uint32_t family;         // number of the ProductFamily
  const Machine* machine;       // machine with the same execution units; null if Eugene has none
};
// The first product of a machine is the one that Eugene shows to drivers.
inline constexpr std::array kProducts{
    Product{16, "8.0.0", "bdw", kFamilyGen8, nullptr},
    Product{17, "", "chv", kFamilyGen8, nullptr},
    Product{18, "9.0.9", "skl", kFamilyGen9, &machine("skl")},
    Product{19, "9.1.9", "kbl", kFamilyGen9, &machine("kbl")},
    Product{20, "9.2.9", "cfl", kFamilyGen9, &machine("kbl")},
    Product{22, "9.3.0", "bxt", kFamilyGen9, &machine("bxt")},
    Product{23, "9.4.0", "glk", kFamilyGen9, &machine("glk")},
    Product{0, "9.5.0", "whl", kFamilyGen9, &machine("kbl")},
    Product{0, "9.6.0", "aml", kFamilyGen9, &machine("kbl")},
    Product{0, "9.7.0", "cml", kFamilyGen9, &machine("kbl")},
    Product{33, "12.0.0", "tgllp", kFamilyGen12, &machine("tgl")},
    Product{35, "12.1.0", "rkl", kFamilyGen12, &machine("rkl")},
    Product{36, "12.2.0", "adls", kFamilyGen12, &machine("adls")},
    Product{37, "12.3.0", "adlp", kFamilyGen12, &machine("adlp")},
};

static_assert(std::ranges::all_of(kProducts, [](const Product& each) {
  const auto* family = std::ranges::find(kProductFamilies, each.family, &ProductFamily::number);
  return family != kProductFamilies.end() && (each.machine == nullptr || each.machine->gen == family->gen);
}));

// Returns the product that drivers see in place of `machine`. Null if Intel's OpenCL drivers know no such product.
constexpr const Product* find_product(const Machine& machine) {
  const auto* found = std::ranges::find_if(
      kProducts, [&](const Product& each) { return each.machine != nullptr && each.machine->name == machine.name; });
  return found == kProducts.end() ? nullptr : found;
}

}  // namespace eugene::isa
