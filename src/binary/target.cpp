#include "binary/target.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace eugene::binary {
namespace {

struct Family {
  std::uint32_t device;
  std::uint32_t architecture;  // first number of the graphics IP version
  std::uint32_t last_release;  // last second number: later ones are other families
  std::string_view name;
  const isa::Gen* gen;
};
constexpr std::uint32_t kGen8 = 11, kGen9 = 12, kGen12 = 18;
constexpr std::uint32_t kAnyRelease = 0xFF;
constexpr Family kFamilies[] = {{kGen8, 8, kAnyRelease, "Gen8", nullptr},
                                {kGen9, 9, kAnyRelease, "Gen9", &isa::kGen9},
                                {kGen12, 12, 10, "Gen12LP", &isa::kGen12}};

const Family* find_family(std::uint32_t device) {
  const auto* found = std::ranges::find(kFamilies, device, &Family::device);
  return found == std::end(kFamilies) ? nullptr : found;
}

// Graphics IP versions, with which ocloc ends the names of an archive's members, and the machine with the same
// execution units.
struct IpVersion {
  std::string_view version;
  std::string_view machine;
};
constexpr IpVersion kIpVersions[] = {{"9.0.9", "skl"},  {"9.1.9", "kbl"},  {"9.2.9", "kbl"},   {"9.3.0", "bxt"},
                                     {"9.4.0", "glk"},  {"9.5.0", "kbl"},  {"9.6.0", "kbl"},   {"9.7.0", "kbl"},
                                     {"12.0.0", "tgl"}, {"12.1.0", "rkl"}, {"12.2.0", "adls"}, {"12.3.0", "adlp"}};

struct Product {
  std::uint32_t number;
  std::uint32_t device;
  std::string_view machine;  // machine with the same execution units; empty if Eugene has none
};
constexpr Product kProducts[] = {
    {16, kGen8, ""},       // Broadwell
    {17, kGen8, ""},       // Cherryview
    {18, kGen9, "skl"},    // Skylake
    {19, kGen9, "kbl"},    // Kaby Lake
    {20, kGen9, "kbl"},    // Coffee Lake
    {22, kGen9, "bxt"},    // Broxton: Apollo Lake
    {23, kGen9, "glk"},    // Gemini Lake
    {33, kGen12, "tgl"},   // Tiger Lake
    {35, kGen12, "rkl"},   // Rocket Lake
    {36, kGen12, "adls"},  // Alder Lake-S
    {37, kGen12, "adlp"},  // Alder Lake-P
};

}  // namespace

std::string_view device_family(std::uint32_t device) {
  const Family* family = find_family(device);
  return family == nullptr ? std::string_view() : family->name;
}

void set_family(std::uint32_t device, DeviceBinary& binary) {
  const Family* family = find_family(device);
  binary.device = device;
  binary.gen = family == nullptr ? nullptr : family->gen;
}

void set_product(std::uint32_t product, DeviceBinary& binary) {
  const auto* found = std::ranges::find(kProducts, product, &Product::number);
  if (found == std::end(kProducts)) return;
  set_family(found->device, binary);
  binary.machine = found->machine.empty() ? nullptr : isa::find_machine(found->machine);
}

const isa::Machine* target_machine(std::string_view target) {
  const auto* found = std::ranges::find_if(kIpVersions, [&](const IpVersion& each) {
    return target == each.version ||
           (target.ends_with(each.version) && target[target.size() - each.version.size() - 1] == '.');
  });
  return found == std::end(kIpVersions) ? nullptr : isa::find_machine(found->machine);
}

void set_ip_version(std::uint32_t config, DeviceBinary& binary) {
  const std::uint32_t architecture = config >> 22, release = config >> 14 & 0xFF, revision = config & 0x3F;
  const auto* family = std::ranges::find(kFamilies, architecture, &Family::architecture);
  if (family == std::end(kFamilies) || release > family->last_release) return;
  set_family(family->device, binary);
  binary.machine = target_machine(fmt::format("{}.{}.{}", architecture, release, revision));
}

}  // namespace eugene::binary
