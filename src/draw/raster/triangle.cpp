#include "draw/raster/triangle.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "base/block_order.h"
#include "base/vector_host.h"
#include "base/vector_loops.h"

namespace eugene::draw {
namespace {

// From the first to the last centre of a block's pixels, in units.
constexpr std::int64_t kSpan = std::int64_t{Block::kSide - 1} * Point::kUnits;

// One edge of a triangle with positive area, as the function dx * y - dy * x + offset of a point in units. The inside
// is where it is at least 0.
struct Edge {
  std::int64_t dx = 0, dy = 0, offset = 0;

  Edge(const Point& from, const Point& to)
      : dx(std::int64_t{to.x} - from.x), dy(std::int64_t{to.y} - from.y), offset(dy * from.x - dx * from.y) {
    const bool is_left = dy < 0;
    const bool is_top = dy == 0 && dx > 0;
    if (!is_left && !is_top) offset -= 1;  // a point on the edge is outside
  }

  // Returns the value at the centre of a pixel.
  std::int64_t at(std::int32_t x, std::int32_t y) const {
    const std::int64_t half = Point::kUnits / 2;
    return dx * (std::int64_t{y} * Point::kUnits + half) - dy * (std::int64_t{x} * Point::kUnits + half) + offset;
  }
  // Returns the least and the largest value at the centres of a block's pixels, relative to its corner pixel.
  std::pair<std::int64_t, std::int64_t> range() const {
    return {std::min<std::int64_t>(dx, 0) * kSpan - std::max<std::int64_t>(dy, 0) * kSpan,
            std::max<std::int64_t>(dx, 0) * kSpan - std::min<std::int64_t>(dy, 0) * kSpan};
  }
};

using Edges = std::array<Edge, 3>;

constexpr std::size_t kMaxBlocks = 64;  // that are emitted together

// Narrows the columns from `left` to before `right`, in the row of blocks at `y`, to those that may be inside the edge.
void narrow(const Edge& edge, std::int32_t y, std::int64_t& left, std::int64_t& right) {
  const std::int64_t largest = edge.at(0, y) + std::max<std::int64_t>(edge.dx, 0) * kSpan;  // of column 0
  const std::int64_t step = edge.dy * Point::kUnits;                                        // less for each column
  if (step > 0)
    right = std::min(right, largest < 0 ? left : largest / step + 1);
  else if (largest < 0 && step == 0)
    right = left;
  else if (largest < 0)
    left = std::max(left, (-largest - step - 1) / -step);
}

constexpr unsigned kPixels = Block::kSide * Block::kSide;
constexpr std::int32_t column(unsigned pixel) { return static_cast<std::int32_t>(block_column(pixel)); }
constexpr std::int32_t row(unsigned pixel) { return static_cast<std::int32_t>(block_row(pixel)); }

// Steps from block to block of a row, and compares an edge with the pixels of the block. For code that call_for_host()
// compiles.
class EdgeWalk {
 public:
  explicit EdgeWalk(const Edge& edge) : edge_(edge), step_(edge.dy * Point::kUnits * Block::kSide) {
    std::tie(least_, largest_) = edge.range();
    const std::int64_t down = edge.dx * Point::kUnits, right = -edge.dy * Point::kUnits;
    const FourPixels subspan{0, right, down, down + right};
    pixels_ = {subspan, subspan + 2 * right, subspan + 2 * down, subspan + 2 * (down + right)};
  }
  // Goes to the block at (x, y), or to the next block to the right.
  void go_to(std::int32_t x, std::int32_t y) { corner_ = edge_.at(x, y); }
  void go_right() { corner_ -= step_; }
  bool is_all_outside() const { return corner_ + largest_ < 0; }
  bool is_all_inside() const { return corner_ + least_ >= 0; }
  // Returns the pixels that are outside.
  template <class Host>
  std::uint32_t find_outside() const {
    return find_negative<Host>(pixels_[0] + corner_, pixels_[1] + corner_) |
           find_negative<Host>(pixels_[2] + corner_, pixels_[3] + corner_) << kVectorLanes;
  }

 private:
  using FourPixels [[gnu::vector_size(4 * sizeof(std::int64_t))]] = std::int64_t;

  // Returns a bit for each number: 1 if the number is negative. Only compares the upper halves, which have the signs.
  template <class Host>
  static std::uint32_t find_negative(const FourPixels& first, const FourPixels& last) {
    const I32x8 upper = __builtin_shufflevector((I32x8)first, (I32x8)last, 1, 3, 5, 7, 9, 11, 13, 15);
    return Host::bits(upper < 0);
  }

  Edge edge_;
  std::int64_t step_ = 0, least_ = 0, largest_ = 0, corner_ = 0;
  std::array<FourPixels, kPixels / 4> pixels_;  // relative to the corner; a subspan in each
};

// Returns the pixels of the walks' block that are inside all edges.
template <class Host>
std::uint16_t covered_pixels(const std::array<EdgeWalk, 3>& walks) {
  std::uint32_t outside = 0;
  for (const EdgeWalk& walk : walks) {
    if (walk.is_all_outside()) return 0;
    if (!walk.is_all_inside()) outside |= walk.find_outside<Host>();
  }
  return static_cast<std::uint16_t>(~outside);
}

std::uint16_t pixels_within(const PixelBounds& bounds, std::int32_t x, std::int32_t y) {
  std::uint32_t pixels = 0;
  for (unsigned i = 0; i < kPixels; ++i) {
    const std::int32_t px = x + column(i), py = y + row(i);
    if (px >= bounds.left && px < bounds.right && py >= bounds.top && py < bounds.bottom) pixels |= 1U << i;
  }
  return static_cast<std::uint16_t>(pixels);
}

// Returns the pixels whose centres may be inside.
PixelBounds bounds_of(const Corners& corners) {
  const auto [left, right] = std::minmax({corners[0].x, corners[1].x, corners[2].x});
  const auto [top, bottom] = std::minmax({corners[0].y, corners[1].y, corners[2].y});
  const auto pixel = [](std::int32_t units) { return units >> 8; };
  static_assert(Point::kUnits == 1 << 8);
  return {.left = pixel(left), .top = pixel(top), .right = pixel(right) + 1, .bottom = pixel(bottom) + 1};
}

}  // namespace

std::int64_t doubled_area(const Corners& corners) {
  const auto& [a, b, c] = corners;
  return (std::int64_t{b.x} - a.x) * (std::int64_t{c.y} - a.y) - (std::int64_t{c.x} - a.x) * (std::int64_t{b.y} - a.y);
}

EUGENE_VECTOR_LOOPS std::uint64_t count_pixels(std::span<const Block> blocks) {
  std::uint64_t pixels = 0;
  for (const Block& block : blocks) pixels += static_cast<unsigned>(std::popcount(block.pixels));
  return pixels;
}

PixelBounds PixelBounds::intersect(const PixelBounds& other) const {
  return {.left = std::max(left, other.left),
          .top = std::max(top, other.top),
          .right = std::min(right, other.right),
          .bottom = std::min(bottom, other.bottom)};
}

namespace {

// Collects blocks, and emits them together.
class BlockList {
 public:
  explicit BlockList(const BlockSink& emit) : emit_(emit) {}
  void add(std::int32_t x, std::int32_t y, std::uint16_t pixels) {
    blocks_[count_++] = {.x = static_cast<std::uint16_t>(x), .y = static_cast<std::uint16_t>(y), .pixels = pixels};
    if (count_ == blocks_.size()) flush();
  }
  void flush() {
    if (count_ != 0) emit_(std::span(blocks_).first(count_));
    count_ = 0;
  }

 private:
  const BlockSink& emit_;
  std::array<Block, kMaxBlocks> blocks_;  // the first `count_` are set
  std::size_t count_ = 0;
};

// Adds the blocks that have pixels inside `bounds`. All of these are in `searched`.
template <class Host>
void find_blocks(const Edges& edges, const PixelBounds& searched, const PixelBounds& bounds, BlockList& blocks) {
  std::array walks{EdgeWalk(edges[0]), EdgeWalk(edges[1]), EdgeWalk(edges[2])};
  constexpr std::int32_t kCorner = ~(Block::kSide - 1);
  constexpr std::int64_t kNarrow = std::int64_t{4} * Block::kSide;  // to try so few columns takes less than a division
  for (std::int32_t y = searched.top & kCorner; y < searched.bottom; y += Block::kSide) {
    std::int64_t left = searched.left, right = searched.right;
    if (right - left > kNarrow) {
      for (const Edge& edge : edges) narrow(edge, y, left, right);
    }
    const std::int32_t first = static_cast<std::int32_t>(left) & kCorner;
    for (EdgeWalk& walk : walks) walk.go_to(first, y);
    for (std::int32_t x = first; x < right; x += Block::kSide) {
      std::uint16_t pixels = covered_pixels<Host>(walks);
      for (EdgeWalk& walk : walks) walk.go_right();
      // Covered pixels may be outside the bounds, but not outside the triangle.
      const bool is_within =
          x >= bounds.left && y >= bounds.top && x + Block::kSide <= bounds.right && y + Block::kSide <= bounds.bottom;
      if (pixels != 0 && !is_within) pixels &= pixels_within(bounds, x, y);
      if (pixels != 0) blocks.add(x, y, pixels);
    }
  }
  blocks.flush();
}

}  // namespace

void rasterize_triangle(const Corners& corners, const PixelBounds& bounds, const BlockSink& emit) {
  const std::int64_t area = doubled_area(corners);
  const PixelBounds inside = bounds_of(corners).intersect(bounds);
  if (area == 0 || inside.is_empty()) return;
  const Point& second = corners[area > 0 ? 1 : 2];
  const Point& third = corners[area > 0 ? 2 : 1];
  const Edges edges{Edge(corners[0], second), Edge(second, third), Edge(third, corners[0])};
  BlockList blocks(emit);
  call_for_host(is_avx2_host(), [&]<class Host>() { find_blocks<Host>(edges, inside, bounds, blocks); });
}

}  // namespace eugene::draw
