// Any bytes as a file of a NumPy array: an array in the file, or a reason.
#include <cstdint>
#include <cstdlib>

#include "binary/npy.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene;
  const std::span<const std::byte> bytes{reinterpret_cast<const std::byte*>(data), size};
  const auto array = binary::read_npy(bytes);
  if (!array) {
    if (array.error().message.empty()) std::abort();
    return 0;
  }
  std::uint64_t elements = 1;
  for (const std::uint64_t each : array->shape) elements *= each;
  if (elements * binary::element_bytes(array->type) != array->data.size()) std::abort();
  return 0;
}
