// Any bytes as a device binary: a program or a reason with a place, and kernels whose code lies in the file.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "binary/device_binary.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene;
  const std::span<const std::byte> bytes{reinterpret_cast<const std::byte*>(data), size};
  const auto binaries = binary::load_device_binaries(bytes);
  if (!binaries) {
    if (binaries.error().message.empty() || binaries.error().where.offset < 0) std::abort();
    return 0;
  }
  for (const binary::DeviceBinary& binary : *binaries) {
    for (const binary::DeviceKernel& kernel : binary.kernels) {
      if (kernel.code_offset + kernel.code.size() > size) std::abort();
      if (!std::ranges::is_sorted(binary::read_source_lines(kernel.debug).rows, {}, &SourceLines::Row::begin))
        std::abort();
    }
  }
  return 0;
}
