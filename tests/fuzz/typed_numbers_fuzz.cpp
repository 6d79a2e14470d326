// Any text as numbers of any type, as `eugene launch --arg` takes them: as many bytes as were asked for, which can be
// shown, or a reason.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "binary/typed_numbers.h"

// The first byte chooses a type, the second a size.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene;
  constexpr auto kTypes =
      std::to_array<std::string_view>({"", "char", "uchar", "short", "ushort4", "int", "uint2", "long3", "ulong",
                                       "half", "float", "float4", "double16", "thing"});
  if (size < 2) return 0;
  const std::string_view type = kTypes[data[0] % kTypes.size()];
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::size_t bytes = data[1];
  const auto numbers = binary::read_numbers(text, type, bytes);
  if (!numbers) {
    if (numbers.error().message.empty()) std::abort();
    return 0;
  }
  if (numbers->size() != bytes) std::abort();
  (void)binary::elements_text(*numbers, binary::numpy_type(type), 16);
  (void)binary::numpy_type(text);
  return 0;
}
