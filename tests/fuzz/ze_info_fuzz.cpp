// Any bytes as the section .ze_info of a zebin: kernels with names, or a reason with a place.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "binary/ze_info.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene;
  const std::span<const std::byte> bytes{reinterpret_cast<const std::byte*>(data), size};
  const auto info = binary::read_ze_info(bytes, 0);
  if (!info) {
    if (info.error().message.empty() || info.error().where.offset < 0) std::abort();
    return 0;
  }
  const auto has_name = [](const binary::DeviceKernel& kernel) { return !kernel.name.empty(); };
  if (!std::ranges::all_of(info->kernels, has_name)) std::abort();
  return 0;
}
