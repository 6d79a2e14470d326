#include "gpu/commands/vfe_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "memory/l3_configuration.h"

namespace eugene::gpu {
namespace {

constexpr unsigned kRegisterBytes = 32;
constexpr unsigned kLargestStackCode = 11;     // 2 MB
constexpr unsigned kReservedSliceDisable = 2;  // 0: all slices, 1: the first, 3: the first subslice of the first

// Bytes of the URB in the L3 configuration with the largest URB; 0 if the L3 does not hold the URB.
std::uint64_t urb_bytes(const Device& device) {
  const memory::L3Bank* bank = memory::find_l3_bank(device.l3_bank_bytes);
  if (bank == nullptr) return 0;
  const auto largest = std::ranges::max(bank->configurations, {}, &memory::L3Configuration::urb);
  return std::uint64_t{largest.times(device.l3_banks).urb} * 1024;
}

// Threads of an EU that drivers may count, if an EU has fewer. Scratch memory of Gen12 is laid out for eight: NEO's
// gfx_core_helper_gen12lp.
constexpr isa::PerGen<unsigned> kCountedThreads{0, 0, 8};

unsigned count_threads(const Device& device) {
  return device.total_eus() * std::max(unsigned{device.threads}, kCountedThreads[device.gen->id]);
}

// A setting. `problem` describes what is wrong with it on `device`, or returns an empty string.
struct Setting {
  std::string_view rule;
  std::string_view hint;
  std::string (*problem)(const VfeState& vfe, const Device* device);
};

constexpr Setting kSettings[] = {
    {"vfe.stack_size", "use 0 to 11, which are 1 KB to 2 MB",
     [](const VfeState& vfe, const Device*) {
       return vfe.stack_size_code <= kLargestStackCode
                  ? std::string()
                  : fmt::format("Stack Size {} is more than 2 MB for a thread", vfe.stack_size_code);
     }},
    {"vfe.slice_disable", "use 0, 1 or 3",
     [](const VfeState& vfe, const Device*) {
       return vfe.slice_disable != kReservedSliceDisable ? std::string() : std::string("Slice Disable 2 is reserved");
     }},
    {"vfe.maximum_threads", "the field holds the number of threads less one",
     [](const VfeState& vfe, const Device* device) {
       const unsigned threads = vfe.maximum_threads + 1U;
       return device == nullptr || threads <= count_threads(*device)
                  ? std::string()
                  : fmt::format("Maximum Number of Threads is {}, but the most for {} is {}", threads, device->name,
                                count_threads(*device));
     }},
    {"vfe.urb_size", "allocate fewer or smaller URB entries, or less CURBE",
     [](const VfeState& vfe, const Device* device) {
       const std::uint64_t all = device == nullptr ? 0 : urb_bytes(*device);
       const std::uint64_t entries = std::uint64_t{vfe.urb_entries} * vfe.urb_entry_registers * kRegisterBytes;
       const std::uint64_t curbe = std::uint64_t{vfe.curbe_registers} * kRegisterBytes;
       return all == 0 || entries + curbe <= all
                  ? std::string()
                  : fmt::format("URB entries of {} bytes and CURBE of {} bytes exceed the URB's {} bytes", entries,
                                curbe, all);
     }},
};

}  // namespace

std::optional<Diagnostic> impossible_setting(const VfeState& vfe, const Device* device) {
  for (const Setting& each : kSettings) {
    const std::string problem = each.problem(vfe, device);
    if (problem.empty()) continue;
    Diagnostic found;
    found.severity = Severity::warning;
    found.message = "MEDIA_VFE_STATE: " + problem;
    found.rule = each.rule;
    found.reference = "public Gen9 command descriptions, MEDIA_VFE_STATE";
    found.hint = each.hint;
    return found;
  }
  return std::nullopt;
}

}  // namespace eugene::gpu
