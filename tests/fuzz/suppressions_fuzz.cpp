// Files of suppressions: any text is read or refused, and a block that is read can be matched.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "check/finding/suppressions.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene::check;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto blocks = parse_suppressions(text, "fuzz");
  if (!blocks) return 0;
  const Finding finding{.id = "race.local", .what = {}, .sites = {{.access = {}, .source = {}, .text = "s[l] = 1;"}}};
  for (const Suppression& each : *blocks) (void)matches(each, finding);
  return 0;
}
