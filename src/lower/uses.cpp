#include "lower/uses.h"

#include <algorithm>

namespace eugene::lower {

const Statement* Uses::find_statement(std::size_t index) const {
  const auto after = std::ranges::upper_bound(statements, index, {}, &Statement::first);
  return after == statements.begin() ? nullptr : &*(after - 1);
}

const Extent* Uses::variable_at(std::uint32_t byte) const {
  const auto after = std::ranges::upper_bound(variables, byte, {}, &Extent::byte);
  if (after == variables.begin()) return nullptr;
  const Extent& before = *(after - 1);
  return byte - before.byte < before.bytes ? &before : nullptr;
}

std::uint32_t Uses::find_life(std::uint32_t byte, std::uint32_t end) const {
  const Extent* variable = variable_at(byte);
  return variable != nullptr ? variable->byte + variable->bytes : end;
}

}  // namespace eugene::lower
