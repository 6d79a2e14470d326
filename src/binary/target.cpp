#include "binary/target.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/product.h"

namespace eugene::binary {
namespace {

const isa::ProductFamily* find_family(std::uint32_t number) {
  const auto* found = std::ranges::find(isa::kProductFamilies, number, &isa::ProductFamily::number);
  return found == isa::kProductFamilies.end() ? nullptr : found;
}

}  // namespace

std::string_view device_family(std::uint32_t device) {
  const isa::ProductFamily* family = find_family(device);
  return family == nullptr ? std::string_view() : family->name;
}

void set_family(std::uint32_t device, DeviceBinary& binary) {
  const isa::ProductFamily* family = find_family(device);
  binary.device = device;
  binary.gen = family == nullptr ? nullptr : family->gen;
}

void set_product(std::uint32_t number, DeviceBinary& binary) {
  const auto* found = std::ranges::find(isa::kProducts, number, &isa::Product::number);
  if (number == 0 || found == isa::kProducts.end()) return;
  set_family(found->family, binary);
  binary.machine = found->machine;
}

const isa::Machine* target_machine(std::string_view target) {
  const auto* found = std::ranges::find_if(isa::kProducts, [&](const isa::Product& each) {
    if (each.ip_version.empty()) return false;
    return target == each.ip_version ||
           (target.ends_with(each.ip_version) && target[target.size() - each.ip_version.size() - 1] == '.');
  });
  return found == isa::kProducts.end() ? nullptr : found->machine;
}

void set_ip_version(std::uint32_t config, DeviceBinary& binary) {
  const std::uint32_t architecture = config >> 22, release = config >> 14 & 0xFF, revision = config & 0x3F;
  const auto* family = std::ranges::find(isa::kProductFamilies, architecture, &isa::ProductFamily::architecture);
  if (family == isa::kProductFamilies.end() || release > family->last_release) return;
  set_family(family->number, binary);
  binary.machine = target_machine(fmt::format("{}.{}.{}", architecture, release, revision));
}

}  // namespace eugene::binary
