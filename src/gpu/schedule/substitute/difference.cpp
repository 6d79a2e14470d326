#include "gpu/schedule/substitute/difference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>
#include <iterator>

namespace eugene::gpu {
namespace {

std::uint32_t as_dword(const Difference::Value& value) {
  std::uint32_t dword = 0;
  std::memcpy(&dword, value.data(), value.size());
  return dword;
}

std::string describe_write(const std::optional<LastWrite>& write, std::string_view who) {
  if (!write) return fmt::format("  {:<12} does not write there\n", who);
  std::string text = fmt::format("  {:<12} {:#06x}: {}\n", who, write->site.instruction, write->site.assembly);
  if (const auto& item = write->site.item)
    text += fmt::format("  {:<12} thread {} of group ({})\n", "", item->thread, fmt::join(item->group, ", "));
  for (const eu::Grf& grf : write->payload) {
    text += fmt::format("  {:<12}", "");
    for (unsigned n = 0; n < eu::kGrfBytes / 4; ++n) {
      std::uint32_t dword = 0;
      std::memcpy(&dword, reinterpret_cast<const std::byte*>(&grf) + std::size_t{4} * n, sizeof dword);
      fmt::format_to(std::back_inserter(text), " {:08x}", dword);
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string format(const Difference& difference) {
  std::string text = fmt::format("eugene: kernel {}: its vISA and its machine code differ\n",
                                 difference.kernel.empty() ? std::string("without a name") : difference.kernel);
  if (difference.only_machine_faults) return text + "  only the machine code has a fault\n";
  if (difference.visa_fault) return text + "  only the vISA has a fault:\n" + format({.kernel = difference.visa_fault});
  text += fmt::format("  memory       at {:#x}: {:#010x} by vISA, {:#010x} by machine code; ", difference.address,
                      as_dword(difference.visa), as_dword(difference.machine_code));
  text += fmt::format("{} bytes differ, the last at {:#x}\n", difference.bytes, difference.last_address);
  if (difference.is_repeated) return text;
  return text + describe_write(difference.visa_write, "vISA") +
         describe_write(difference.machine_write, "machine code");
}

}  // namespace eugene::gpu
