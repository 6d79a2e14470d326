// Media blocks beside a model of single bytes: every place at, across and far beyond the borders, pixels of one, two
// and four bytes and pairs of YUV, frames and fields, views that begin inside a picture, rows and Y tiles.
#include <algorithm>
#include <bit>
#include <random>

#include "port_fixture.h"

namespace eugene::functions {
namespace {

constexpr std::uint32_t kRead = 0x1'0000;
constexpr std::uint32_t kWrite = 0x2'8000;

constexpr std::size_t kBytes = 32'768;  // of memory that a surface may reach

struct Picture {
  std::uint32_t format;
  std::uint32_t pixel;  // bytes
  std::uint32_t group;  // bytes that repeat outside
};
constexpr std::array<Picture, 4> kPictures{{{0x143, 1, 1}, {0x107, 2, 2}, {0xC7, 4, 4}, {0x182, 2, 4}}};

struct Lines {
  std::uint32_t skipped = 0, offset = 0;
};

// Reference model: a surface at PortTest::kBuffer as its state and the message describe it.
struct Surface {
  Picture picture;
  std::uint32_t width, height, pitch;  // dwords, rows as in the state, bytes
  Lines lines;
  bool overrides = false;
  Lines message;
  std::uint32_t x_offset, y_offset;  // pixels, rows
  bool tiled;

  Lines taken() const { return overrides ? message : lines; }
  // The height that the message sees: SNB PRM vol4 part1, Vertical Line Stride Override.
  std::int64_t rows() const {
    if (lines.skipped == taken().skipped) return height;
    return lines.skipped != 0 ? height * 2 : height / 2;
  }
  // Returns the byte's offset in memory, and whether the byte is inside.
  std::pair<std::uint64_t, bool> place(std::int64_t x, std::int64_t y) const {
    const std::int64_t bytes = std::int64_t{width} * 4;
    const bool inside = x >= 0 && x < bytes && y >= 0 && y < rows();
    const std::int64_t within = ((x % picture.group) + picture.group) % picture.group;
    if (x < 0) x = within;
    if (x >= bytes) x = bytes - picture.group + within;
    y = std::clamp<std::int64_t>(y, 0, rows() - 1);
    const std::int64_t row = taken().skipped != 0 ? 2 * y + taken().offset : y;
    return {
        in_memory(static_cast<std::uint64_t>(x) + x_offset * picture.pixel, static_cast<std::uint64_t>(row) + y_offset),
        inside};
  }
  // SKL PRM vol5: a Y tile has 8 columns of 16 bytes by 32 rows.
  std::uint64_t in_memory(std::uint64_t x, std::uint64_t y) const {
    if (!tiled) return y * pitch + x;
    return (y / 32 * (pitch / 128) + x / 128) * 4096 + x % 128 / 16 * 512 + y % 32 * 16 + x % 16;
  }
};

struct MediaBlocks : PortTest {
  std::mt19937 random{7};

  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); }
  Surface surface() {
    const auto lines = [this] { return Lines{below(2), below(2)}; };
    Surface s{.picture = kPictures[below(4)],
              .width = 1 + below(12),
              .height = 2 + below(12),
              .pitch = 256,
              .lines = below(2) != 0 ? lines() : Lines{},
              .overrides = below(2) != 0,
              .message = lines(),
              .x_offset = 4 * below(4),
              .y_offset = 4 * below(3),
              .tiled = below(2) != 0};
    set_surface(
        1, {1U << 29 | s.picture.format << 18 | (s.tiled ? 3U << 12 : 0) | s.lines.skipped << 11 | s.lines.offset << 10,
            0, (s.width - 1) | (s.height - 1) << 16, s.pitch - 1, 0, s.x_offset / 4 << 25 | s.y_offset / 4 << 21, 0, 0,
            kBuffer});
    return s;
  }
  static std::uint32_t descriptor(const Surface& s) {
    return kHeader | 1 | std::uint32_t{s.overrides} << 10 | s.message.skipped << 9 | s.message.offset << 8;
  }
  struct Block {
    std::int32_t x, y;
    std::uint32_t width, height;
    std::uint32_t pitch() const { return std::max(4U, std::bit_ceil(width)); }
    unsigned registers() const { return (pitch() * height + 31) / 32; }
  };
  Block block(const Surface& s) {
    const auto near = [this](std::uint32_t size) { return static_cast<std::int32_t>(below(size + 24)) - 12; };
    Block b{near(4 * s.width), near(2 * s.height), 1 + below(32), 1 + below(8)};
    if (s.picture.group > 1) {  // in dwords, as the messages require for other formats
      b.x &= ~3;
      b.width = (b.width + 3) & ~3U;
    }
    return b;
  }
  static Registers header(const Block& b) {
    return registers(std::vector<std::uint32_t>{static_cast<std::uint32_t>(b.x), static_cast<std::uint32_t>(b.y),
                                                (b.height - 1) << 16 | (b.width - 1), 0, 0, 0, 0, 0});
  }
};

TEST_F(MediaBlocks, ReadsAsTheModel) {
  for (std::size_t i = 0; i < kBytes; ++i) put<std::uint8_t>(i, static_cast<std::uint8_t>(random()));
  for (unsigned n = 0; n < 10'000 && !HasFailure(); ++n) {
    const Surface s = surface();
    const Block b = block(s);
    done(kDc1, kRead | descriptor(s), header(b), b.registers(), 0xFF, 8);
    for (std::uint32_t j = 0; j < b.height; ++j) {
      for (std::uint32_t i = 0; i < b.width; ++i) {
        const auto [at, inside] = s.place(b.x + std::int64_t{i}, b.y + std::int64_t{j});
        ASSERT_EQ(returned<std::uint8_t>(j * b.pitch() + i), get<std::uint8_t>(at))
            << "block " << n << " byte " << i << " row " << j;
      }
    }
  }
}

TEST_F(MediaBlocks, WritesAsTheModel) {
  for (unsigned n = 0; n < 10'000 && !HasFailure(); ++n) {
    const Surface s = surface();
    const Block b = block(s);
    std::vector<std::byte> expected(memory.begin(), memory.begin() + kBytes);
    std::vector<std::uint32_t> data(b.registers() * 8);
    for (std::uint32_t& d : data) d = static_cast<std::uint32_t>(random());
    for (std::uint32_t j = 0; j < b.height; ++j) {
      for (std::uint32_t i = 0; i < b.width; ++i) {
        const auto [at, inside] = s.place(b.x + std::int64_t{i}, b.y + std::int64_t{j});
        if (inside) expected[at] = reinterpret_cast<const std::byte*>(data.data())[j * b.pitch() + i];
      }
    }
    done(kDc1, kWrite | descriptor(s), join({header(b), registers(data)}), 0, 0xFF, 8);
    ASSERT_TRUE(std::equal(expected.begin(), expected.end(), memory.begin())) << "block " << n;
  }
}

}  // namespace
}  // namespace eugene::functions
