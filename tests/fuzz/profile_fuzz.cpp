// Arbitrary text as the file of counts that a program writes: either it is refused, or every report can be made from
// it.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "profile/report.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene;
  const auto kernels = profile::counts_from_json({reinterpret_cast<const char*>(data), size});
  if (!kernels) {
    if (kernels.error().message.empty()) std::abort();
    return 0;
  }
  for (const isa::Gen* gen : {&isa::kGen6, &isa::kGen9}) {
    const auto reports = profile::analyse(*gen, *kernels);
    if (profile::as_html(reports, "fuzz").empty() || profile::as_json(reports).empty()) std::abort();
    (void)profile::as_text(reports);
  }
  return 0;
}
