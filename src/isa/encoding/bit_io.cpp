#include "isa/encoding/bit_io.h"

#include <fmt/format.h>

namespace eugene::isa {

std::string text_of(const Rejection& rejection) {
  std::string text{rejection.reason.why};
  if (!rejection.where.present()) return text;
  const Bits where = rejection.where;
  text += where.width() == 1 ? fmt::format(": bit {}", where.high) : fmt::format(": bits {}:{}", where.high, where.low);
  if (rejection.value) text += fmt::format(" hold{} {:#x}", where.width() == 1 ? "s" : "", *rejection.value);
  return text;
}

}  // namespace eugene::isa
