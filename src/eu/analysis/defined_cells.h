// The registers of a thread at one place of a program, to the analysis of what is defined (defined_values.h): of each
// bit or byte whether it is, whatever channels run, and of elements that belong to channels, whether they are where
// their channel runs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "eu/analysis/cells.h"

namespace eugene::eu {

// How far a value is defined.
enum class Defined : std::uint8_t {
  no,
  where_it_runs,  // in channels that run
  yes,
};

// Elements of a cell that belong to channels: `size` units for each, every `stride` units from `base` on.
struct ChannelLayout {
  std::uint8_t first = 0;  // channel
  std::uint8_t count = 0;  // of channels; 0: there are none
  std::uint8_t base = 0;
  std::uint8_t stride = 0;
  std::uint8_t size = 0;
  bool operator==(const ChannelLayout&) const = default;
  bool has(unsigned channel, unsigned unit) const {
    if (channel < first || channel >= unsigned{first} + count) return false;
    const unsigned begin = base + (channel - first) * stride;
    return unit >= begin && unit < begin + size;
  }
};

// The units of a cell are the bytes of a GRF, or the bits of a flag register.
struct DefinedCell {
  std::uint32_t always = 0;  // a bit for each unit
  ChannelLayout channels;
  bool operator==(const DefinedCell&) const = default;
  // What holds in both.
  void meet(const DefinedCell& other);
};

struct DefinedCells {
  static constexpr unsigned kUnits = 32;
  static constexpr unsigned kFirstFlag = kCellCount;
  static constexpr unsigned kCount = kFirstFlag + 2;

  std::array<DefinedCell, kCount> cells;
  bool accumulators = true;  // all of them
  bool operator==(const DefinedCells&) const = default;
  void meet(const DefinedCells& other);
};

// Part of a cell that an instruction writes for a channel.
struct WrittenElement {
  unsigned cell = 0;
  unsigned unit = 0;
  unsigned units = 0;
  unsigned channel = 0;
  Defined value = Defined::no;
};
// The layout of elements of one cell; nothing: they have none.
std::optional<ChannelLayout> layout_of(std::span<const WrittenElement> elements);

// Cells that a write may clobber for channels that wait. Some channels of a thread wait while others run on, and these
// may write registers of all. That is kept for the program as a whole, not for a place: a later write may define the
// cell again for the channels that run, but not for those that wait.
class ClobberedCells {
 public:
  bool clobbers(unsigned cell, const ChannelLayout& layout) const {
    const Clobbered& clobbered = cells_[cell];
    return clobbered.all || (clobbered.except.count != 0 && clobbered.except != layout);
  }
  // Elements of all channels, or, where a layout is given, of those that run, so that those that wait keep theirs if
  // they have that layout. Whether this is new.
  bool clobber(unsigned cell, const std::optional<ChannelLayout>& except);

 private:
  struct Clobbered {
    bool all = false;
    ChannelLayout except;  // without channels: none is clobbered
  };
  std::array<Clobbered, DefinedCells::kCount> cells_;
};

}  // namespace eugene::eu
