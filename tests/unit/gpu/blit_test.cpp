// The blitter's commands on its engine: rectangles compared with a plain model of pictures, tiled and not.
#include <gtest/gtest.h>

#include <random>

#include "media_batch.h"

namespace eugene::gpu {
namespace {

constexpr MediaMachine kGen6Blitter{&isa::kGen6, find_device("snb"), false, EngineKind::copy};
constexpr MediaMachine kGen9Blitter{&isa::kGen9, find_device("bxt"), true, EngineKind::copy};
constexpr std::uint32_t kFrom = MediaBatch::kDynamic;  // 64 KB each
constexpr std::uint32_t kTo = MediaBatch::kIndirect;
constexpr std::uint32_t kBytes = 0x10000;
constexpr std::uint32_t kColorBlt = 0x5400'0000;
constexpr std::uint32_t kSourceCopy = 0x54C0'0000;
constexpr std::uint32_t kFastCopy = 0x5080'0000;
constexpr std::uint32_t kAllBytes = 3U << 20;

enum class Tiles { none, x, y };

// The offset of a byte of a picture.
std::uint32_t offset(Tiles tiles, std::uint32_t pitch, std::uint32_t x, std::uint32_t y) {
  switch (tiles) {
    case Tiles::none: return y * pitch + x;
    case Tiles::x: return (y / 8 * (pitch / 512) + x / 512) * 4096 + y % 8 * 512 + x % 512;
    case Tiles::y: return (y / 32 * (pitch / 128) + x / 128) * 4096 + x % 128 / 16 * 512 + y % 32 * 16 + x % 16;
  }
  return 0;
}

class Blits : public testing::TestWithParam<MediaMachine> {
 protected:
  Blits() {
    std::mt19937 random(7);
    for (const std::uint32_t base : {kFrom, kTo}) {
      Dwords any(kBytes / 4);
      for (std::uint32_t& each : any) each = static_cast<std::uint32_t>(random());
      batch_.poke(base, any);
      (base == kFrom ? from_ : to_).resize(kBytes);
      std::memcpy((base == kFrom ? from_ : to_).data(), any.data(), kBytes);
    }
  }
  // dword 0 with opcode and flags, BR13, rectangle, destination, then a colour or a source.
  void blit(std::uint32_t command, std::uint32_t br13, std::array<std::uint16_t, 4> rectangle, std::uint32_t to,
            const Dwords& more, std::uint32_t from = 0) {
    const auto corner = [&](std::size_t i) { return std::uint32_t{rectangle[i + 1]} << 16 | rectangle[i]; };
    Dwords dw{command, br13, corner(0), corner(2), to};
    const bool wide = GetParam().wide;
    if (wide) dw.push_back(0);
    dw.insert(dw.end(), more.begin(), more.end());
    if (from != 0) dw.push_back(from);
    if (from != 0 && wide) dw.push_back(0);
    batch_.add(MediaBatch::sized(dw));
  }
  void expect_pictures() {
    ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
    for (std::uint32_t i = 0; i < kBytes; i += 4) {
      std::uint32_t expected = 0;
      std::memcpy(&expected, &to_[i], 4);
      ASSERT_EQ(batch_.peek(kTo + i), expected) << "offset " << i;
    }
  }

  MediaBatch batch_{GetParam()};
  std::vector<std::uint8_t> from_;
  std::vector<std::uint8_t> to_;
};

INSTANTIATE_TEST_SUITE_P(Generations, Blits, testing::Values(kGen6Blitter, kGen9Blitter),
                         [](const auto& machine) { return machine.param.wide ? "gen9" : "gen6"; });

TEST_P(Blits, FillPixelsOfEachSize) {
  constexpr std::uint32_t kPitch = 640;
  std::uint16_t top = 1;
  for (const auto& [depth, bytes] : {std::pair(0U, 1U), {1U, 2U}, {3U, 4U}}) {
    constexpr std::uint32_t kColor = 0x1234'5678;
    blit(kColorBlt | kAllBytes, depth << 24 | 0xF0U << 16 | kPitch, {3, top, 40, static_cast<std::uint16_t>(top + 9)},
         kTo, {kColor});
    for (std::uint32_t y = top; y < top + 9U; ++y) {
      for (std::uint32_t x = 3 * bytes; x < 40 * bytes; ++x)
        to_[y * kPitch + x] = static_cast<std::uint8_t>(kColor >> (x % bytes * 8));
    }
    top = static_cast<std::uint16_t>(top + 20);
  }
  blit(kColorBlt | kAllBytes, 0x00F0'0000 | kPitch, {9, 5, 9, 50}, kTo, {1});  // nothing
  expect_pictures();
}

TEST_P(Blits, WriteOnlyTheBytesChosen) {
  blit(kColorBlt | 1U << 21, 0x03F0'0100, {0, 0, 4, 1}, kTo, {0xAABB'CCDD});
  blit(kColorBlt | 1U << 20, 0x03F0'0100, {8, 0, 9, 1}, kTo, {0xAABB'CCDD});
  for (std::uint32_t x = 0; x < 4; ++x) to_[x * 4 + 3] = 0xAA;
  to_[32] = 0xDD;
  to_[33] = 0xCC;
  to_[34] = 0xBB;
  expect_pictures();
}

TEST_P(Blits, CopyBetweenTilings) {
  struct Case {
    Tiles from, to;
  };
  constexpr std::uint32_t kPitch = 1024, kWidth = 200, kHeight = 33;
  for (const Case& c : {Case{Tiles::none, Tiles::none}, Case{Tiles::none, Tiles::x}, Case{Tiles::x, Tiles::none}}) {
    const std::uint32_t flags = (c.to == Tiles::x ? 1U << 11 : 0) | (c.from == Tiles::x ? 1U << 15 : 0);
    const auto pitch = [](Tiles tiles) { return tiles == Tiles::none ? kPitch : kPitch / 4; };
    blit(kSourceCopy | kAllBytes | flags, 0x03CC'0000 | pitch(c.to), {7, 5, 7 + kWidth, 5 + kHeight}, kTo,
         {11U << 16 | 2, pitch(c.from)}, kFrom);
    for (std::uint32_t y = 0; y < kHeight; ++y) {
      for (std::uint32_t x = 0; x < kWidth * 4; ++x)
        to_[offset(c.to, kPitch, 28 + x, 5 + y)] = from_[offset(c.from, kPitch, 8 + x, 11 + y)];
    }
    expect_pictures();
  }
}

// BCS_SWCTRL: tiled means Y-tiled.
TEST_P(Blits, TilesMayBeY) {
  constexpr std::uint32_t kPitch = 512;
  batch_.add({0x1100'0001, 0x2'2200, 0x0002'0002});
  blit(kSourceCopy | kAllBytes | 1U << 11, 0x03CC'0000 | kPitch / 4, {3, 4, 60, 50}, kTo, {0, kPitch}, kFrom);
  for (std::uint32_t y = 0; y < 46; ++y) {
    for (std::uint32_t x = 0; x < 57 * 4; ++x)
      to_[offset(Tiles::y, kPitch, 12 + x, 4 + y)] = from_[offset(Tiles::none, kPitch, x, y)];
  }
  expect_pictures();
}

TEST_P(Blits, CopyWithinAPictureWhereverItGoes) {
  constexpr std::uint32_t kPitch = 256;
  constexpr std::uint32_t kSide = 20;
  for (const auto& [dx, dy] : {std::pair(1, 3), {-2, 4}, {3, -2}, {-1, -5}, {4, 0}, {-4, 0}}) {
    const int x = 12;
    const int y = 12;
    const auto half = [](int value) { return static_cast<std::uint16_t>(value); };
    blit(kSourceCopy, 0x00CC'0000 | kPitch, {half(x + dx), half(y + dy), half(x + dx + kSide), half(y + dy + kSide)},
         kTo, {static_cast<std::uint32_t>(y << 16 | x), kPitch}, kTo);
    const std::vector<std::uint8_t> before = to_;
    for (std::uint32_t row = 0; row < kSide; ++row) {
      for (std::uint32_t column = 0; column < kSide; ++column) {
        to_[static_cast<std::uint32_t>(y + dy) * kPitch + row * kPitch + static_cast<std::uint32_t>(x + dx) + column] =
            before[(12 + row) * kPitch + 12 + column];
      }
    }
    expect_pictures();
  }
}

TEST_P(Blits, CombineByRasterOperation) {
  constexpr std::uint32_t kPitch = 256;
  blit(kSourceCopy, 0x0066'0000 | kPitch, {0, 0, 100, 3}, kTo, {0, kPitch}, kFrom);  // source ^ destination
  for (std::uint32_t y = 0; y < 3; ++y) {
    for (std::uint32_t x = 0; x < 100; ++x) to_[y * kPitch + x] ^= from_[y * kPitch + x];
  }
  blit(kColorBlt, 0x005A'0000 | kPitch, {0, 1, 50, 2}, kTo, {0x0F});  // pattern ^ destination
  for (std::uint32_t x = 0; x < 50; ++x) to_[kPitch + x] ^= 0x0F;
  expect_pictures();
}

TEST_P(Blits, ReportWhatCannotBe) {
  const auto fails = [&](std::string_view what) {
    EXPECT_EQ(batch_.run(), StreamStatus::failed);
    EXPECT_NE(batch_.error().find(what), std::string::npos) << batch_.error();
  };
  blit(kColorBlt, 0x00F0'0100, {0, 0, 1, 1}, 0x0700'0000, {1});
  fails("XY_COLOR_BLT: the blitter writes address 0x7000000, which is not mapped for writing");
  blit(kSourceCopy, 0x00CC'0100, {0, 0, 1, 1}, kTo, {0, 16}, 0x0700'0000);
  fails("XY_SRC_COPY_BLT: the blitter reads address 0x7000000");
  blit(kColorBlt | 1U << 11, 0x00F0'0011, {0, 0, 1, 1}, kTo, {1});
  fails("a pitch of 68 bytes is not a multiple of a tile's width, 512");
  batch_.add({0x7A00'0004, 0, 0, 0, 0, 0});
  fails("unknown command");  // PIPE_CONTROL is the render engine's
}

TEST(FastCopy, CopiesBetweenTilings) {
  MediaBatch batch(kGen9Blitter);
  Dwords any(kBytes / 4);
  for (std::uint32_t i = 0; i < any.size(); ++i) any[i] = i * 0x9E37'79B9;
  batch.poke(kFrom, any);
  constexpr std::uint32_t kPitch = 512;
  // 16-byte pixels: copies a linear picture to one in Y tiles, and that to one in X tiles.
  batch.add(
      MediaBatch::sized({kFastCopy | 2U << 13, 5U << 24 | kPitch / 4, 0, 60U << 16 | 30, kTo, 0, 1, kPitch, kFrom, 0}));
  batch.add(MediaBatch::sized({kFastCopy | 2U << 20 | 1U << 13, 5U << 24 | kPitch / 4, 1U << 16 | 2, 50U << 16 | 20,
                               MediaBatch::kKernels, 0, 2U << 16 | 3, kPitch / 4, kTo, 0}));
  ASSERT_EQ(batch.run(), StreamStatus::idle) << batch.error();
  for (std::uint32_t y = 0; y < 60; ++y) {
    for (std::uint32_t x = 0; x < 30 * 16; x += 4)
      ASSERT_EQ(batch.peek(kTo + offset(Tiles::y, kPitch, x, y)), any[(y * kPitch + 16 + x) / 4]);
  }
  for (std::uint32_t y = 0; y < 49; ++y) {
    for (std::uint32_t x = 0; x < 18 * 16; x += 4) {
      ASSERT_EQ(batch.peek(MediaBatch::kKernels + offset(Tiles::x, kPitch, 32 + x, 1 + y)),
                batch.peek(kTo + offset(Tiles::y, kPitch, 48 + x, 2 + y)));
    }
  }
}

TEST(FastCopy, IsNoCommandOfOtherEnginesAndGenerations) {
  for (const MediaMachine& machine : {kGen9Machine, kGen6Blitter}) {
    MediaBatch batch(machine);
    batch.add(MediaBatch::sized({kFastCopy, 64, 0, 1, kTo, 0, 0, 64, kFrom, 0}));
    EXPECT_EQ(batch.run(), StreamStatus::failed);
    EXPECT_NE(batch.error().find("unknown command"), std::string::npos);
  }
}

}  // namespace
}  // namespace eugene::gpu
