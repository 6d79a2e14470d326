// Any text as vISA: kernels, or errors with a place. Kernels can be checked, and survive being printed and read again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "visa/binary.h"
#include "visa/check/rule.h"
#include "visa/parse.h"
#include "visa/print.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto module = visa::parse(text, "fuzz");
  if (!module) {
    if (module.error().empty() || module.error().front().where.line == 0) std::abort();
    return 0;
  }
  const std::string printed = visa::print(*module);
  const auto again = visa::parse(printed, "printed");
  if (!again || visa::print(*again) != printed) std::abort();
  (void)visa::check(*module);
  const auto bytes = visa::write(*module);
  if (bytes && !visa::read(*bytes)) std::abort();
  return 0;
}
