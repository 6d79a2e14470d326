#include "eu/analysis/defined_cells.h"

namespace eugene::eu {

void DefinedCell::meet(const DefinedCell& other) {
  constexpr std::uint32_t kAll = ~0U;
  // A fully defined cell also has defined elements in any layout, so the other cell's layout holds for both.
  if (always == kAll) {
    channels = other.always == kAll ? ChannelLayout{} : other.channels;
  } else if (other.always != kAll && channels != other.channels) {
    channels = {};
  }
  always &= other.always;
}

void DefinedCells::meet(const DefinedCells& other) {
  for (unsigned i = 0; i != kCount; ++i) cells[i].meet(other.cells[i]);
  accumulators = accumulators && other.accumulators;
}

std::optional<ChannelLayout> find_layout(std::span<const WrittenElement> elements) {
  const WrittenElement& first = elements.front();
  const unsigned stride = elements.size() == 1 ? first.units : elements[1].unit - first.unit;
  if (first.channel + elements.size() > DefinedCells::kUnits || stride < first.units || stride > DefinedCells::kUnits)
    return std::nullopt;
  for (unsigned i = 0; i != elements.size(); ++i) {
    const WrittenElement& each = elements[i];
    const bool fits = each.channel == first.channel + i && each.unit == first.unit + i * stride &&
                      each.units == first.units && each.unit + each.units <= DefinedCells::kUnits;
    if (!fits) return std::nullopt;
  }
  return ChannelLayout{.first = static_cast<std::uint8_t>(first.channel),
                       .count = static_cast<std::uint8_t>(elements.size()),
                       .base = static_cast<std::uint8_t>(first.unit),
                       .stride = static_cast<std::uint8_t>(stride),
                       .size = static_cast<std::uint8_t>(first.units)};
}

bool ClobberedCells::clobber(unsigned cell, const std::optional<ChannelLayout>& except) {
  Clobbered& clobbered = cells_[cell];
  if (clobbered.all) return false;
  if (except && clobbered.except == *except) return false;
  if (except && clobbered.except.count == 0) {
    clobbered.except = *except;
    return true;
  }
  return clobbered.all = true;
}

}  // namespace eugene::eu
