#include "isa/encoding/bit_io.h"

#include <fmt/format.h>

namespace eugene::isa {

std::string format_place(const Rejection& rejection) {
  const Bits where = rejection.where;
  if (!where.present()) return {};
  std::string text =
      where.width() == 1 ? fmt::format(": bit {}", where.high) : fmt::format(": bits {}:{}", where.high, where.low);
  if (rejection.value) text += fmt::format(" hold{} {:#x}", where.width() == 1 ? "s" : "", *rejection.value);
  return text;
}

Diagnostic rejected(const Gen& gen, const OpcodeInfo& row, const Rejection& rejection) {
  return diagnose(gen, *rejection.limit, row.mnemonic, format_place(rejection));
}

}  // namespace eugene::isa
