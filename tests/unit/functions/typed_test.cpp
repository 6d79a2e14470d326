// Typed surface messages and media blocks on 1D, 2D, 3D and buffer surfaces.
#include <algorithm>
#include <bit>
#include <cfenv>
#include <random>

#include "memory/format.h"
#include "memory/tiling.h"
#include "port_fixture.h"

namespace eugene::functions::typed_test {
namespace {

using isa::Access;
using isa::SlotGroup;

// Channels that a message transfers.
constexpr std::uint8_t kRed = 0b0001;
constexpr std::uint8_t kGreen = 0b0010;
constexpr std::uint8_t kAll = 0b1111;

isa::Message typed(Access access, std::uint8_t channels, SlotGroup slots = SlotGroup::low, std::uint8_t bti = 1) {
  return {.sfid = isa::Sfid::dp_data1,
          .body = isa::TypedSurface{.access = access, .bti = bti, .slots = slots, .channels = channels}};
}
isa::Message typed_atomic(isa::AtomicOp op, SlotGroup slots, bool returns) {
  return {.sfid = isa::Sfid::dp_data1,
          .body = isa::TypedAtomic{.bti = 1, .slots = slots, .op = op, .returns = returns}};
}
// `bottom_field`: every second row, from the second on, whatever the surface says.
isa::Message media(Access access, bool bottom_field = false) {
  return {.sfid = isa::Sfid::dp_data1,
          .header = true,
          .body = isa::MediaBlock{.access = access,
                                  .bti = 1,
                                  .override_stride = bottom_field,
                                  .vertical_stride = bottom_field,
                                  .vertical_offset = bottom_field}};
}

constexpr std::uint32_t kR32Uint = 0xD7;
constexpr std::uint32_t kRgba8Unorm = 0xC7;
constexpr std::uint32_t kR8Uint = 0x143;

struct Typed : PortTest {
  struct Shape {
    std::uint32_t type = 1;  // 2D
    std::uint32_t format = kR32Uint;
    std::uint32_t width = 16, height = 8, depth = 1, pitch = 64;
    std::uint32_t tile = 0, qpitch = 0;
    bool array = false;
    std::uint32_t mips = 0, minimum_lod = 0, first_slice = 0, view_extent = 1;
  };
  void set_image(unsigned bti, const Shape& s) {
    set_surface(bti, {s.type << 29 | (s.array ? 1U << 28 : 0) | s.format << 18 | s.tile << 12, s.qpitch >> 2,
                      (s.width - 1) | (s.height - 1) << 16, (s.pitch - 1) | (s.depth - 1) << 21,
                      s.first_slice << 18 | (s.view_extent - 1) << 7, s.mips | s.minimum_lod << 4, 0, 0, kBuffer});
  }
  static Registers coordinates(std::initializer_list<std::vector<std::uint32_t>> each) {
    Registers all;
    for (const auto& one : each) all = join({all, registers(one)});
    return all;
  }
};

TEST_F(Typed, ReadsPixels) {
  set_image(1, {});
  done(typed(Access::read, kRed), coordinates({iota(8, 0, 2), iota(8, 0, 1)}), 1, 0xFF, 8);
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(returned<std::uint32_t>(i), 0x1000'0000 + 64 * i + 8 * i);
}

// vISA GATHER4_TYPED, properties: outside, ones in alpha and zeros elsewhere.
TEST_F(Typed, ReadsOutside) {
  set_image(1, {});
  done(typed(Access::read, kAll), coordinates({iota(8, 16, 0), iota(8, 0, 1)}), 4, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 0U);
  EXPECT_EQ(returned<std::uint32_t>(24), 1U);
  done(typed(Access::read, kAll), coordinates({iota(8, 0, 0), iota(8, 7, 1)}), 4, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 0x1000'0000U + 7 * 64);
  EXPECT_EQ(returned<std::uint32_t>(1), 0U);
  set_image(1, {.format = kRgba8Unorm});
  done(typed(Access::read, kAll), coordinates({iota(8, 99, 0), iota(8, 0, 1)}), 4, 0xFF, 8);
  EXPECT_EQ(returned<float>(24), 1.0F);
}

TEST_F(Typed, ConvertsFormats) {
  set_image(1, {.format = kRgba8Unorm});
  const auto f = [](float v) { return std::bit_cast<std::uint32_t>(v); };
  Registers colour;
  for (const float v : {0.0F, 0.2F, 1.0F, 3.0F}) colour = join({colour, registers(iota(8, f(v), 0))});
  done(typed(Access::write, kAll), coordinates({iota(8, 0, 1), iota(8, 1, 0)}), 0, 0x0F, 8, colour);
  EXPECT_EQ(get<std::uint32_t>(64), 0xFFFF'3300U);
  EXPECT_EQ(get<std::uint32_t>(64 + 16), 0x1000'0050U);
  done(typed(Access::read, kAll), coordinates({iota(8, 0, 1), iota(8, 1, 0)}), 4, 0x01, 8);
  EXPECT_EQ(returned<float>(8), 0.2F);
  EXPECT_EQ(returned<float>(24), 1.0F);
}

TEST_F(Typed, WritesKeepWhatTheyDoNotBring) {
  set_image(1, {.format = 0xCB});  // R8G8B8A8_UINT
  done(typed(Access::write, kGreen), coordinates({iota(8, 0, 1), iota(8, 0, 0), iota(8, 0xAB, 0)}), 0, 0x01, 8);
  EXPECT_EQ(get<std::uint32_t>(0), 0x1000'AB00U);
}

TEST_F(Typed, WritesOutsideAreDropped) {
  set_image(1, {});
  const Registers message = coordinates({iota(8, 12, 1), iota(8, 0, 0), iota(8, 1, 1)});
  done(typed(Access::write, kRed), message, 0, 0xFF, 8);
  EXPECT_EQ(get<std::uint32_t>(60), 4U);
  EXPECT_EQ(get<std::uint32_t>(64), 0x1000'0040U);
}

TEST_F(Typed, SlotGroupsTakeTheirHalfOfTheSampleMask) {
  set_image(1, {});
  std::vector<std::uint32_t> header(8);
  header[7] = 0x0201;
  const Registers message = join({registers(header), coordinates({iota(8, 0, 1), iota(8, 0, 0)})});
  done(with_header(typed(Access::read, kRed)), message, 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 0x1000'0000U);
  EXPECT_EQ(returned<std::uint32_t>(1), kUntouched);
  done(with_header(typed(Access::read, kRed, SlotGroup::high)), message, 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), kUntouched);
  EXPECT_EQ(returned<std::uint32_t>(1), 0x1000'0004U);
}

TEST_F(Typed, OtherShapes) {
  set_image(1, {.type = 4, .width = 11, .height = 1, .pitch = 4});  // buffer of 11 elements
  done(typed(Access::read, kRed), coordinates({iota(8, 7, 1)}), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(3), 0x1000'0028U);
  EXPECT_EQ(returned<std::uint32_t>(4), 0U);
  set_image(1, {.type = 2, .width = 4, .height = 4, .depth = 3, .pitch = 64, .qpitch = 8, .view_extent = 3});  // 3D
  done(typed(Access::read, kRed), coordinates({iota(8, 1, 0), iota(8, 2, 0), iota(8, 0, 1)}), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(2), 0x1000'0000U + (2 * 8 + 2) * 64 + 4);
  EXPECT_EQ(returned<std::uint32_t>(3), 0U);
  set_image(1, {.type = 0, .width = 4, .height = 1, .depth = 2, .qpitch = 8, .array = true});  // 1D array
  done(typed(Access::read, kRed), coordinates({iota(8, 1, 0), iota(8, 0, 1)}), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(1), 0x1000'0000U + (8 + 1) * 4);
  EXPECT_EQ(returned<std::uint32_t>(2), 0U);
}

TEST_F(Typed, TiledSurfaces) {
  set_image(1, {.width = 64, .height = 64, .pitch = 256, .tile = 3});  // Y
  done(typed(Access::read, kRed), coordinates({iota(8, 4, 0), iota(8, 1, 0)}), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 0x1000'0000U + 512 + 16);
}

// SKL PRM vol2d, Surface Min LOD, Minimum Array Element and Render Target View Extent.
TEST_F(Typed, LevelsAndViews) {
  const auto lods = [](std::uint32_t lod, std::uint32_t r = 0) {
    return coordinates({iota(8, 0, 1), iota(8, 0, 0), iota(8, r, 0), iota(8, lod, 0)});
  };
  const auto first = [&](const Registers& message) {
    done(typed(Access::read, kRed), message, 1, 0xFF, 8);
    return returned<std::uint32_t>(0) == 0 ? ~0U : returned<std::uint32_t>(0) - 0x1000'0000;
  };
  set_image(1, {.width = 16, .height = 16, .pitch = 128, .mips = 1, .minimum_lod = 1});
  EXPECT_EQ(first(lods(0)), 16U * 128);       // level 1
  EXPECT_EQ(first(lods(1)), 16U * 128 + 32);  // level 2
  EXPECT_EQ(first(lods(2)), ~0U);
  set_image(1, {.width = 16, .height = 16, .depth = 4, .pitch = 64, .qpitch = 16, .array = true, .first_slice = 2});
  EXPECT_EQ(first(lods(0, 3)), 5U * 16 * 64);
  EXPECT_EQ(first(lods(0, 4)), ~0U);
  const Shape volume{.type = 2, .depth = 8, .pitch = 64, .qpitch = 8, .first_slice = 2, .view_extent = 3};
  set_image(1, volume);
  EXPECT_EQ(first(lods(0, 2)), 4U * 8 * 64);
  EXPECT_EQ(first(lods(0, 3)), ~0U);
  set_image(1, {.width = 8, .height = 4, .tile = 0, .qpitch = 4});  // not an array: R does not count
  EXPECT_EQ(first(lods(0, 9)), 0U);
}

TEST_F(Typed, Pairs) {
  set_image(1, {.format = 0xCB});  // R8G8B8A8_UINT
  put<std::uint32_t>(64 + 4, 0x4433'2211);
  put<std::uint32_t>(128 + 8, 0x8877'6655);
  const Registers message = registers(std::vector<std::uint32_t>{1, 1, 0, 0, 2, 2, 0, 0});
  done(typed(Access::read, kAll, SlotGroup::simd4x2), message, 1, 0xEF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 0x11U);
  EXPECT_EQ(returned<std::uint32_t>(3), 0x44U);
  EXPECT_EQ(returned<std::uint32_t>(4), kUntouched);  // its channel is off
  EXPECT_EQ(returned<std::uint32_t>(7), 0x88U);
  done(typed(Access::write, kAll, SlotGroup::simd4x2), message, 0, 0x2F, 8, registers(iota(8, 0xA0, 1)));
  EXPECT_EQ(get<std::uint32_t>(64 + 4), 0xA3A2'A1A0U);
  EXPECT_EQ(get<std::uint32_t>(128 + 8), 0x8877'A555U);
  set_image(1, {});
  done(typed_atomic(isa::AtomicOp::add, SlotGroup::simd4x2, true),
       join({message, registers(std::vector<std::uint32_t>{5, 0, 0, 0, 9})}), 1, 0xFF, 8);
  EXPECT_EQ(get<std::uint32_t>(64 + 4), 0xA3A2'A1A5U);
  EXPECT_EQ(returned<std::uint32_t>(4), 0x8877'A555U);
  EXPECT_EQ(get<std::uint32_t>(128 + 8), 0x8877'A55EU);
  EXPECT_EQ(send(typed(Access::read, kAll, SlotGroup::simd4x2), join({message, message}), 1, 0xFF, 8),
            eu::SendStatus::fault);
}

// Every format whose channels the data port can pack comes back as it was written.
TEST_F(Typed, EveryFormat) {
  for (const memory::PixelFormat& format : memory::all_formats()) {
    if (!format.uses.typed_write) continue;
    set_image(1, {.format = format.code, .width = 4, .height = 4, .pitch = 128, .tile = 3});
    const std::vector<std::uint32_t> values =
        format.has_integers() ? iota(8, 0, 1) : std::vector<std::uint32_t>(8, std::bit_cast<std::uint32_t>(1.0F));
    const Registers at = coordinates({iota(8, 0, 1), iota(8, 2, 0)});
    done(typed(Access::write, kAll), at, 0, 0x0F, 8, coordinates({values, values, values, values}));
    done(typed(Access::read, kAll), at, 4, 0x0F, 8);
    for (unsigned c = 0; c < 4; ++c) {
      if (format.channels[c].bits == 0) continue;
      for (unsigned i = 0; i < 4; ++i) {
        const std::uint32_t kept = format.has_integers()
                                       ? values[i] & static_cast<std::uint32_t>(low_mask(format.channels[c].bits))
                                       : values[i];
        EXPECT_EQ(returned<std::uint32_t>(8 * c + i), kept) << format.name << " " << c;
      }
    }
  }
}

// Any values, in every format and tiling, are written as pack_pixel() packs them one by one. Some pixels are outside,
// some channels are off, and of two channels with the same pixel the later one wins.
TEST_F(Typed, WritesOfAnyValues) {
  constexpr unsigned kWidth = 13, kHeight = 9, kPitch = 512;
  constexpr std::array kTiles{memory::TileMode::linear, memory::TileMode::w, memory::TileMode::x, memory::TileMode::y};
  std::mt19937 random(51);
  const auto below = [&](std::uint32_t end) { return static_cast<std::uint32_t>(random() % end); };
  const auto any = [&](bool is_integer) {
    const auto bits = static_cast<std::uint32_t>(random());
    if (is_integer) return bits >> bits % 32;
    if (bits % 8 == 0) return static_cast<std::uint32_t>(random());  // NaN, infinities, denormals
    const float number = static_cast<float>(static_cast<std::int32_t>(bits)) * 0x1p-31F;
    return std::bit_cast<std::uint32_t>(bits % 8 < 3 ? number * 70000.0F : number * 1.5F);
  };
  for (const memory::PixelFormat& format : memory::all_formats()) {
    if (!format.uses.typed_write) continue;
    for (unsigned round = 0; round < 16; ++round) {
      const unsigned tile = std::has_single_bit(format.bytes) ? round % 2 * 3 : 0;  // linear or Y
      set_image(1, {.format = format.code, .width = kWidth, .height = kHeight, .pitch = kPitch, .tile = tile});
      std::array<std::vector<std::uint32_t>, 6> all;  // x, y and components
      for (unsigned i = 0; i < 8; ++i) {
        all[0].push_back(below(kWidth + 2));
        all[1].push_back(below(4) == 0 ? below(kHeight + 2) : 3);
        for (unsigned c = 0; c < 4; ++c) all[2 + c].push_back(any(format.has_integers()));
      }
      const std::uint32_t enabled = below(4) == 0 ? below(0x100) : 0xFF;
      std::vector<std::byte> expected(memory.begin(), memory.end());
      for (unsigned i = 0; i < 8; ++i) {
        if ((enabled >> i & 1) == 0 || all[0][i] >= kWidth || all[1][i] >= kHeight) continue;
        const std::uint64_t at =
            memory::surface_offset(kTiles[tile], kPitch, std::uint64_t{all[0][i]} * format.bytes, all[1][i]);
        memory::pack_pixel(format, {all[2][i], all[3][i], all[4][i], all[5][i]}, &expected[at]);
      }
      std::fesetround(round % 4 == 3 ? FE_TOWARDZERO : FE_TONEAREST);  // as cr0 may say; writes round to nearest
      done(typed(Access::write, kAll), coordinates({all[0], all[1]}), 0, enabled, 8,
           coordinates({all[2], all[3], all[4], all[5]}));
      std::fesetround(FE_TONEAREST);
      ASSERT_TRUE(std::ranges::equal(expected, memory)) << format.name << ", round " << round;
    }
  }
}

TEST_F(Typed, WritesEndAtUnmappedMemory) {
  set_image(1, {.width = 64, .height = 300, .pitch = 256});
  put<std::uint32_t>(kBufferBytes - 4, 0);
  const std::uint32_t last = kBufferBytes / 256 - 1;
  std::vector<std::uint32_t> rows(8, last);
  rows[5] = last + 1;
  EXPECT_EQ(send(typed(Access::write, kRed), coordinates({iota(8, 56, 1), rows, iota(8, 1, 1)}), 0, 0xFF, 8),
            eu::SendStatus::fault);
  EXPECT_EQ(fault.lane, 5U);
  EXPECT_EQ(fault.address, kBuffer + kBufferBytes + std::uint64_t{61} * 4);
  EXPECT_EQ(get<std::uint32_t>(kBufferBytes - 256 + 60 * 4), 5U);
  EXPECT_NE(get<std::uint32_t>(kBufferBytes - 256 + 62 * 4), 7U);
}

TEST_F(Typed, FormatsOfSamplersAreFaults) {
  for (const std::uint32_t format : {0x182U, 0x186U, 0x1A5U}) {
    set_image(1, {.format = format});
    EXPECT_EQ(send(typed(Access::read, kAll), coordinates({iota(8, 0, 0)}), 4, 0xFF, 8), eu::SendStatus::fault);
    EXPECT_NE(fault.what.find("samplers"), std::string::npos);
  }
}

TEST_F(Typed, Atomics) {
  set_image(1, {});
  done(typed_atomic(isa::AtomicOp::add, SlotGroup::low, true),
       coordinates({iota(8, 1, 0), iota(8, 1, 0), iota(8, 1, 0)}), 1, 0xFF, 8);
  EXPECT_EQ(get<std::uint32_t>(68), 0x1000'0044U + 8);
  EXPECT_EQ(returned<std::uint32_t>(7), 0x1000'0044U + 7);
  set_image(1, {.format = kRgba8Unorm});
  EXPECT_EQ(send(typed_atomic(isa::AtomicOp::inc, SlotGroup::low, false), coordinates({iota(8, 1, 0), iota(8, 1, 0)}),
                 0, 0xFF, 8),
            eu::SendStatus::fault);
}

TEST_F(Typed, BadSurfacesAreFaults) {
  set_image(1, {.format = 0x1FF});
  EXPECT_EQ(send(typed(Access::read, kAll), coordinates({iota(8, 0, 0)}), 4, 0xFF, 8), eu::SendStatus::fault);
  EXPECT_NE(fault.what.find("0x1ff"), std::string::npos);
  EXPECT_EQ(send(typed(Access::read, kAll, SlotGroup::low, 255), coordinates({iota(8, 0, 0)}), 4, 0xFF, 8),
            eu::SendStatus::fault);
}

struct Media : Typed {
  // M0: x and y of the block, its size.
  static Registers block(std::int32_t x, std::int32_t y, std::uint32_t width, std::uint32_t height) {
    return registers(std::vector<std::uint32_t>{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
                                                (height - 1) << 16 | (width - 1), 0, 0, 0, 0, 0});
  }
  Media() {
    set_image(1, {.format = kR8Uint, .width = 8, .height = 8, .pitch = 32});  // in dwords
    for (unsigned i = 0; i < 256; ++i) put<std::uint8_t>(i, static_cast<std::uint8_t>(i));
  }
};

// vISA MEDIA_LD: rows start at multiples of the width rounded up to a power of two, at least 4.
TEST_F(Media, RowsArePowersOfTwoApart) {
  done(media(Access::read), block(3, 1, 5, 3), 1, 0xFF, 8);
  for (unsigned y = 0; y < 3; ++y) {
    for (unsigned x = 0; x < 5; ++x) EXPECT_EQ(returned<std::uint8_t>(8 * y + x), 32 * (1 + y) + 3 + x);
  }
  EXPECT_EQ(returned<std::uint8_t>(5), 0xEE);
}

TEST_F(Media, ReadsOutsideRepeatTheEdge) {
  done(media(Access::read), block(-2, -1, 4, 2), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 0x0100'0000U);
  EXPECT_EQ(returned<std::uint32_t>(1), 0x0100'0000U);
  done(media(Access::read), block(30, 7, 4, 2), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(1), 0xFFFF'FFFEU);
  set_image(1, {.format = 0xCB, .width = 8, .height = 8, .pitch = 32});  // pixels of 4 bytes repeat as pixels
  done(media(Access::read), block(28, 0, 8, 1), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 0x1F1E'1D1CU);
  EXPECT_EQ(returned<std::uint32_t>(1), 0x1F1E'1D1CU);
}

TEST_F(Media, WritesOutsideAreDropped) {
  done(media(Access::write), block(30, 6, 4, 3), 0, 0xFF, 8, registers(iota(8, 0xA3A2'A1A0, 0x1010'1010)));
  EXPECT_EQ(get<std::uint16_t>(6 * 32 + 30), 0xA1A0);
  EXPECT_EQ(get<std::uint16_t>(7 * 32 + 30), 0xB1B0);
  EXPECT_EQ(get<std::uint8_t>(7 * 32), 7 * 32);
}

TEST_F(Media, LineStrideTakesEveryOtherRow) {
  done(media(Access::read, true), block(0, 0, 4, 2), 1, 0xFF, 8);  // bottom field
  EXPECT_EQ(returned<std::uint8_t>(0), 32);
  EXPECT_EQ(returned<std::uint8_t>(4), 96);
}

TEST_F(Media, TiledBlocks) {
  set_image(1, {.format = kR8Uint, .width = 128, .height = 32, .pitch = 128, .tile = 3});
  for (unsigned i = 0; i < 4096; ++i) put<std::uint8_t>(i, static_cast<std::uint8_t>(i / 16));
  done(media(Access::read), block(8, 2, 16, 2), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint8_t>(0), 2);
  EXPECT_EQ(returned<std::uint8_t>(8), 34);
  EXPECT_EQ(returned<std::uint8_t>(16), 3);
}

TEST_F(Media, PairsOfYuvRepeat) {
  set_image(1, {.format = 0x182, .width = 8, .height = 8, .pitch = 32});  // YCRCB_NORMAL
  done(media(Access::read), block(28, 0, 8, 1), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint32_t>(0), 0x1F1E'1D1CU);
  EXPECT_EQ(returned<std::uint32_t>(1), 0x1F1E'1D1CU);
}

TEST_F(Media, ArrayElements) {
  set_image(1, {.format = kR8Uint, .width = 8, .height = 2, .pitch = 32, .qpitch = 4, .array = true, .first_slice = 1});
  done(media(Access::read), block(0, 1, 4, 1), 1, 0xFF, 8);
  EXPECT_EQ(returned<std::uint8_t>(0), 5 * 32);
}

TEST_F(Media, TooLargeIsAFault) {
  EXPECT_EQ(send(media(Access::read), block(0, 0, 64, 64), 16, 0xFF, 8), eu::SendStatus::fault);
  isa::Message headless = media(Access::read);
  headless.header = false;
  EXPECT_EQ(send(headless, block(0, 0, 4, 4), 16, 0xFF, 8), eu::SendStatus::fault);
}

}  // namespace
}  // namespace eugene::functions::typed_test
