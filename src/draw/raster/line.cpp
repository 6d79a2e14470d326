#include "draw/raster/line.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "base/block_order.h"
#include "draw/raster/stipple.h"

namespace eugene::draw {
namespace {

constexpr std::int64_t kHalf = Point::kUnits / 2;

std::int64_t divide_down(std::int64_t value, std::int64_t by) {
  return value >= 0 ? value / by : -((-value + by - 1) / by);
}

// A line with its longer direction as `along`, and from the lower to the higher end or back. Distances are in units.
class Walk {
 public:
  explicit Walk(const LineShape& line)
      : is_flat_(std::abs(line.to.x - line.from.x) >= std::abs(line.to.y - line.from.y)),
        from_(turn(line.from)),
        to_(turn(line.to)),
        is_forward_(from_.along < to_.along),
        length_(std::abs(to_.along - from_.along)),
        rise_((to_.across - from_.across) * (is_forward_ ? 1 : -1)) {}

  bool is_flat() const { return is_flat_; }
  // The first and the last column (or row) with an end.
  std::int64_t first() const { return divide_down(std::min(from_.along, to_.along), Point::kUnits); }
  std::int64_t last() const { return divide_down(std::max(from_.along, to_.along), Point::kUnits); }

  // Returns the pixel of a column: the line is across it by more than 0 and up to 1 pixel, `shift` units further.
  std::int64_t pixel(std::int64_t column, std::int64_t shift) const {
    const std::int64_t centre = column * Point::kUnits + kHalf;
    const std::int64_t across = (from_.across + shift) * length_ + (centre - from_.along) * rise_;
    return divide_down(across - 1, length_ * Point::kUnits);
  }
  // Whether the line leaves the diamond of the column.
  bool leaves(std::int64_t column) const {
    const std::int64_t centre = column * Point::kUnits + kHalf;
    const bool crosses =
        is_forward_ ? from_.along <= centre && centre < to_.along : from_.along >= centre && centre > to_.along;
    const std::int64_t row = pixel(column, 0);
    return (crosses || is_in_diamond(from_, column, row)) && !is_in_diamond(to_, column, row);
  }
  // The first covered column (or row) in the line's direction. The line covers all from it to end_column().
  std::int64_t begin_column() const {
    const std::int64_t column = divide_down(from_.along, Point::kUnits);
    return leaves(column) ? column : column + step();
  }
  // The column after the last covered one, in the line's direction.
  std::int64_t end_column() const {
    const std::int64_t column = divide_down(to_.along, Point::kUnits);
    return leaves(column) ? column + step() : column;
  }
  std::int64_t step() const { return is_forward_ ? 1 : -1; }

 private:
  struct End {
    std::int64_t along = 0, across = 0;
  };
  End turn(const Point& point) const { return is_flat_ ? End{point.x, point.y} : End{point.y, point.x}; }

  // The lower sides of a diamond are inside, and of its corners the lowest; for steep lines the right one too.
  bool is_in_diamond(const End& end, std::int64_t column, std::int64_t row) const {
    const std::int64_t along = end.along - (column * Point::kUnits + kHalf);
    const std::int64_t across = end.across - (row * Point::kUnits + kHalf);
    const std::int64_t distance = std::abs(along) + std::abs(across);
    if (distance != kHalf) return distance < kHalf;
    const std::int64_t down = is_flat_ ? across : along, right = is_flat_ ? along : across;
    return down > 0 || (down == 0 && right > 0 && !is_flat_);
  }

  bool is_flat_;
  End from_, to_;
  bool is_forward_;
  std::int64_t length_, rise_;
};

// Collects the pixels of the columns (or rows) of a block, and emits their blocks.
class Blocks {
 public:
  explicit Blocks(const BlockSink& emit) : emit_(&emit) {}

  void add(std::int64_t column, std::int64_t row) {
    const auto x = static_cast<std::uint32_t>(column), y = static_cast<std::uint32_t>(row);
    constexpr std::uint32_t kInside = Block::kSide - 1;
    const auto left = static_cast<std::uint16_t>(x & ~kInside), top = static_cast<std::uint16_t>(y & ~kInside);
    auto block = std::ranges::find_if(blocks_, [&](const Block& each) { return each.x == left && each.y == top; });
    if (block == blocks_.end()) block = blocks_.insert(block, Block{.x = left, .y = top, .pixels = 0});
    const std::uint32_t in_x = x & kInside, in_y = y & kInside;
    block->pixels |= static_cast<std::uint16_t>(1U << block_pixel(in_x, in_y));
  }
  void flush() {
    if (!blocks_.empty()) (*emit_)(blocks_);
    blocks_.clear();
  }

 private:
  const BlockSink* emit_;
  std::vector<Block> blocks_;
};

}  // namespace

std::uint64_t count_steps(const LineShape& line) {
  if (line.from == line.to) return 0;
  const Walk walk(line);
  const std::int64_t steps = (walk.end_column() - walk.begin_column()) * walk.step();
  return static_cast<std::uint64_t>(std::max<std::int64_t>(steps, 0));
}

void rasterize_line(const LineShape& line, const PixelBounds& bounds, const BlockSink& emit, const Dashes* dashes) {
  if (line.from == line.to || bounds.is_empty()) return;
  const Walk walk(line);
  const bool is_flat = walk.is_flat();
  const std::int64_t first = std::max<std::int64_t>(walk.first(), is_flat ? bounds.left : bounds.top);
  const std::int64_t last = std::min<std::int64_t>(walk.last(), (is_flat ? bounds.right : bounds.bottom) - 1);
  const std::int64_t low = is_flat ? bounds.top : bounds.left, high = is_flat ? bounds.bottom : bounds.right;
  // Half of the other pixels are on each side.
  const std::int64_t shift = -(line.width - 1) * kHalf;
  const std::int64_t begin_column = dashes != nullptr ? walk.begin_column() : 0;
  Blocks blocks(emit);
  for (std::int64_t column = first; column <= last; ++column) {
    if (column % Block::kSide == 0) blocks.flush();
    if (!walk.leaves(column)) continue;
    if (dashes != nullptr) {
      const auto step = static_cast<std::uint64_t>((column - begin_column) * walk.step());
      if (!is_drawn(dashes->stipple, dashes->first_step + step)) continue;
    }
    const std::int64_t begin = walk.pixel(column, shift);
    for (std::int64_t row = std::max(begin, low); row < std::min(begin + line.width, high); ++row)
      blocks.add(is_flat ? column : row, is_flat ? row : column);
  }
  blocks.flush();
}

}  // namespace eugene::draw
