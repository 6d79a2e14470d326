// The state of a thread's registers in the analysis of defined values (defined_values.h), at one place of a program. It
// says which bits or bytes are defined whatever channels run, and which elements of channels are defined as long as
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

// Elements of a cell that belong to channels: `size` units for each channel, every `stride` units from `base` on.
struct ChannelLayout {
  std::uint8_t first = 0;  // first channel
  std::uint8_t count = 0;  // number of channels; 0: no elements are known
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
  std::uint32_t always = 0;  // units that are defined whatever channels run
  ChannelLayout channels;
  bool operator==(const DefinedCell&) const = default;
  // Keeps what holds both here and in `other`.
  void meet(const DefinedCell& other);
};

struct DefinedCells {
  static constexpr unsigned kUnits = 32;
  static constexpr unsigned kFirstFlag = kCellCount;
  static constexpr unsigned kCount = kFirstFlag + 2;

  std::array<DefinedCell, kCount> cells;
  bool accumulators = true;  // all accumulators are defined
  bool operator==(const DefinedCells&) const = default;
  void meet(const DefinedCells& other);
};

// Part of a cell that an instruction writes for one channel.
struct WrittenElement {
  unsigned cell = 0;
  unsigned unit = 0;
  unsigned units = 0;
  unsigned channel = 0;
  Defined value = Defined::no;
};
// Returns the layout of `elements`, which lie in one cell; nothing if they do not have a regular one.
std::optional<ChannelLayout> find_layout(std::span<const WrittenElement> elements);

// Cells that writes may clobber for waiting channels. While some channels of a thread wait, others run on and may write
// registers of all channels. This is kept for the whole program, not for each place: a later write may define the cell
// again for the channels that run, but not for those that wait.
class ClobberedCells {
 public:
  bool clobbers(unsigned cell, const ChannelLayout& layout) const {
    const Clobbered& clobbered = cells_[cell];
    return clobbered.all || (clobbered.except.count != 0 && clobbered.except != layout);
  }
  // Marks `cell` as clobbered for all channels. If `except` is given, only running channels are written, so waiting
  // channels keep elements of that layout. Returns whether anything changed.
  bool clobber(unsigned cell, const std::optional<ChannelLayout>& except);

 private:
  // The part of a cell that writes may clobber for waiting channels.
  struct Clobbered {
    bool all = false;
    ChannelLayout except;  // a layout that is not clobbered; without channels: nothing is clobbered unless `all`
  };
  std::array<Clobbered, DefinedCells::kCount> cells_;
};

}  // namespace eugene::eu
