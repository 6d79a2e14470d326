// Any bytes as a vISA object file: kernels, or an error with a place. Kernels are printed and checked, and survive
// being written and read again.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "visa/binary.h"
#include "visa/check/rule.h"
#include "visa/print.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene;
  const auto module = visa::read(std::as_bytes(std::span(data, size)));
  if (!module) {
    if (module.error().message.empty() || module.error().where.offset < 0) std::abort();
    return 0;
  }
  (void)visa::print(*module);
  (void)visa::check(*module);
  const auto bytes = visa::write(*module);
  if (bytes && !visa::read(*bytes)) std::abort();
  return 0;
}
