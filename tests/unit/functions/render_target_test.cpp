// Parts of render target writes, as a draw gets them (SKL PRM vol7, render target write, message payload).
#include <algorithm>
#include <bit>
#include <random>
#include <utility>

#include "functions/pixel_output.h"
#include "port_fixture.h"

namespace eugene::functions {
namespace {

// Notes what it gets; its colour is the second one.
class Notes final : public PixelOutput {
 public:
  explicit Notes(Parts parts) : parts_(parts) {}
  Parts parts() const override { return parts_; }
  std::uint8_t kept_channels(unsigned /*target*/) const override { return 0; }
  bool reads_target(unsigned /*target*/) const override { return true; }
  memory::Pixel merge(unsigned target, const memory::PixelFormat& /*format*/, const Colors& colors) const override {
    last_target = target;
    return colors.second;
  }
  bool has_late_work() const override { return true; }
  std::optional<std::uint32_t> test(const Pixels& /*pixels*/, std::uint32_t live, const PixelValues& got,
                                    memory::View& /*memory*/) const override {
    tested = live;
    values = got;
    return live & 1U;  // only pixel 0 passes
  }
  bool finish(const Pixels& /*pixels*/, std::uint32_t live, const PixelValues& /*values*/,
              memory::View& /*memory*/) const override {
    finished = live;
    return true;
  }

  mutable unsigned last_target = 99;
  mutable std::uint32_t tested = 0, finished = 0;
  mutable PixelValues values;

 private:
  Parts parts_;
};

struct RenderTargets : PortTest {
  static constexpr std::uint32_t kFloats = 0x000;  // R32G32B32A32_FLOAT

  RenderTargets() { set_surface(1, {1U << 29 | kFloats << 18, 0, 15 | 7 << 16, 255, 0, 0, 0, 0, kBuffer}); }

  static Registers floats(unsigned count, float first) {
    std::vector<float> values(count);
    for (unsigned i = 0; i < count; ++i) values[i] = first + static_cast<float>(i);
    return registers(values);
  }
  // The header's first dword, and the number of the target.
  static Registers header(std::uint32_t flags, std::uint32_t target = 0) {
    return join({registers(std::vector<std::uint32_t>{flags, 0, target, 0, 0, 0, 0, 0}),
                 registers(std::vector<std::uint32_t>(8, 0))});
  }
  void write(const Notes& output, std::uint8_t subtype, const Registers& payload, bool has_header = false) {
    port.set_pixels({.subspan = {0, 2, 0x2'0000, 0x2'0002}, .mask = 0xFFFF, .output = &output});
    const unsigned lanes = subtype == 0 ? 16 : 8;
    done({.sfid = isa::Sfid::dp_render,
          .header = has_header,
          .body = isa::RenderTarget{.bti = 1, .subtype = subtype, .last = true}},
         payload, 0, (1U << lanes) - 1, lanes);
  }
};

TEST_F(RenderTargets, DepthsFollowTheColors) {
  const Notes output({.depths = true});
  write(output, 4, join({floats(32, 100), floats(8, 500)}));
  EXPECT_EQ(output.values.depths[0], 500);
  EXPECT_EQ(output.values.depths[7], 507);
  EXPECT_EQ(output.values.alphas[2], 126);  // the fourth channel
  EXPECT_EQ(output.tested, 0xFFU);
  EXPECT_EQ(output.finished, 0xFFU);  // also those that do not pass
  EXPECT_EQ(output.last_target, 0U);
}

TEST_F(RenderTargets, StencilReferencesAreBytesAfterTheDepths) {
  const Notes output({.depths = true, .references = true});
  const Registers references = registers(std::vector<std::uint32_t>{0x0403'0201, 0x0807'0605});
  write(output, 4, join({floats(32, 100), floats(8, 500), references}));
  EXPECT_EQ(output.values.references[0], 1);
  EXPECT_EQ(output.values.references[7], 8);
  EXPECT_EQ(output.values.depths[0], 500);
}

// The alphas of target 0 come before the masks, and these before the colours.
TEST_F(RenderTargets, AlphasAndSampleMasks) {
  const Notes output({.sample_masks = true});
  const Registers masks = registers(std::vector<std::uint32_t>{0xFFFF'0001, 0x0000'0002, 1, 0, 0, 0, 0, 0x0001'0000});
  write(output, 0, join({header(1U << 11, 3), floats(16, 40), masks, floats(64, 100)}), true);
  EXPECT_EQ(output.values.alphas[15], 55);
  EXPECT_EQ(output.tested, 0b1000'0000'0001'0011U);
  EXPECT_EQ(output.finished, output.tested);
  EXPECT_EQ(output.last_target, 3U);
}

// Eight pixels. Another subtype stands for the high ones.
TEST_F(RenderTargets, TwoColors) {
  const Notes output({});
  write(output, 2, join({floats(32, 100), floats(32, 200)}));
  EXPECT_EQ(output.tested, 0xFFU);
  EXPECT_EQ(get<float>(0), 200);
  EXPECT_EQ(get<float>(4), 208);
  write(output, 3, join({floats(32, 100), floats(32, 200)}));
  EXPECT_EQ(output.tested, 0xFF00U);
  EXPECT_EQ(output.values.alphas[8], 124);
}

// Blends by halves, and keeps green.
class Halves final : public PixelOutput {
 public:
  Parts parts() const override { return {}; }
  bool has_late_work() const override { return false; }
  std::uint8_t kept_channels(unsigned /*target*/) const override { return 0b0010; }
  bool reads_target(unsigned /*target*/) const override { return true; }
  memory::Pixel merge(unsigned /*target*/, const memory::PixelFormat& /*format*/, const Colors& colors) const override {
    memory::Pixel pixel;
    for (std::size_t c = 0; c < pixel.size(); ++c) {
      const auto number = [c](const memory::Pixel& from) { return std::bit_cast<float>(from[c]); };
      pixel[c] = std::bit_cast<std::uint32_t>((number(colors.source) + number(colors.before)) / 2);
    }
    return pixel;
  }
  std::optional<std::uint32_t> test(const Pixels& /*pixels*/, std::uint32_t live, const PixelValues& /*values*/,
                                    memory::View& /*memory*/) const override {
    return live;
  }
  bool finish(const Pixels& /*pixels*/, std::uint32_t /*live*/, const PixelValues& /*values*/,
              memory::View& /*memory*/) const override {
    return true;
  }
};

// A block of 4 x 4 pixels is written together. Subspans in another order are written pixel by pixel.
TEST_F(RenderTargets, BlocksAreWrittenLikePixels) {
  constexpr std::uint32_t kRgba8 = 0x0C7, kBgrSrgb = 0x0EA, kSide = 16, kImage = kSide * 512;
  const Halves halves;
  const std::array<std::uint32_t, 4> block{0x4'0008, 0x4'000A, 0x6'0008, 0x6'000A};
  for (const std::uint32_t format : {kRgba8, kBgrSrgb}) {
    for (const std::uint32_t tile : {0U, 2U, 3U}) {
      for (const PixelOutput* output :
           {static_cast<const PixelOutput*>(nullptr), static_cast<const PixelOutput*>(&halves)}) {
        for (const std::uint32_t mask : {0xFFFFU, 0x5A31U, 0U}) {
          std::array<std::vector<std::byte>, 2> results;
          for (const bool is_block : {true, false}) {
            for (std::size_t i = 0; i < kImage; i += 4)
              put<std::uint32_t>(i, static_cast<std::uint32_t>(i * 2654435761U));
            set_surface(1, {1U << 29 | 1U << 28 | format << 18 | 1U << 16 | 1U << 14 | tile << 12, 0,
                            (kSide - 1) << 16 | (kSide - 1), 511, 0, 0, 0, 0, kBuffer});
            Pixels pixels{.subspan = block, .mask = mask, .output = output};
            Registers colors = floats(64, 0);
            for (unsigned i = 0; i < 64; ++i) {
              // Without the order of a block, the pixels of the first two subspans change places.
              const unsigned to = is_block ? i : i % 16 < 8 ? i ^ 4 : i;
              const float value = static_cast<float>(i) / 70 - 0.1F;
              std::memcpy(colors[to / 8].bytes.data() + to % 8 * 4, &value, sizeof value);
            }
            if (!is_block) {
              std::swap(pixels.subspan[0], pixels.subspan[1]);
              pixels.mask = (mask & 0xFF00) | (mask & 0xF) << 4 | (mask >> 4 & 0xF);
            }
            port.set_pixels(pixels);
            done({.sfid = isa::Sfid::dp_render, .body = isa::RenderTarget{.bti = 1, .subtype = 0, .last = true}},
                 colors, 0, 0xFFFF, 16);
            results[is_block].assign(memory.begin(), memory.begin() + kImage);
          }
          EXPECT_EQ(results[0], results[1]) << format << ' ' << tile << ' ' << mask;
        }
      }
    }
  }
}

// A message that has been prepared writes what the message writes, also with other pixels, masks and layers.
TEST_F(RenderTargets, PreparedOnesWriteTheSame) {
  constexpr std::uint32_t kRgba8 = 0x0C7, kSide = 16, kImage = 2 * kSide * 512;
  const Halves halves;
  const isa::Message message{
      .sfid = isa::Sfid::dp_render, .length = 8, .body = isa::RenderTarget{.bti = 1, .subtype = 0, .last = true}};
  isa::Instruction instruction;
  instruction.opcode = isa::Opcode::send;
  instruction.exec_size = 16;
  instruction.send.sfid = message.sfid;
  instruction.send.descriptor = isa::encode_message(isa::kGen9, message).value_or(0);
  set_surface(1, {1U << 29 | 1U << 28 | kRgba8 << 18 | 1U << 16 | 1U << 14 | 3U << 12, kSide / 4,
                  (kSide - 1) << 16 | (kSide - 1), 1U << 21 | 511, 1U << 7, 0, 0, 0, kBuffer});
  const auto draw = [&](bool is_prepared, unsigned turn) {
    if (!is_prepared) begin();  // forgets prepared messages, and pixels
    std::mt19937 random(turn);
    for (std::size_t i = 0; i < kImage; i += 4) put<std::uint32_t>(i, static_cast<std::uint32_t>(random()));
    const auto place = static_cast<std::uint32_t>(random() % 20) / 4 * 4 | static_cast<std::uint32_t>(random() % 20) / 4
                                                                               << 18;
    port.set_pixels({.subspan = {place, place + 2, place + 0x2'0000, place + 0x2'0002},
                     .mask = turn % 2 == 0 ? 0xFFFF : static_cast<std::uint32_t>(random()) & 0xFFFF,
                     .layer = static_cast<std::uint32_t>(random() % 3),
                     .output = &halves});
    const Registers colors = floats(64, static_cast<float>(random() % 64) / 64 - 0.5F);
    const auto* prepared = port.fast_paths().prepared;
    EXPECT_EQ(prepared != nullptr && prepared->find(instruction, instruction.send.descriptor) != nullptr, is_prepared);
    EXPECT_EQ(port.send({.instruction = instruction,
                         .thread = thread,
                         .descriptor = instruction.send.descriptor,
                         .payload = colors,
                         .channels = static_cast<std::uint32_t>(turn % 3 == 0 ? random() : 0xFFFF) & 0xFFFF}),
              eu::SendStatus::done);
    return std::vector<std::byte>(memory.begin(), memory.begin() + kImage);
  };
  port.observe(nullptr);
  std::vector<std::vector<std::byte>> sent;
  constexpr unsigned kTurns = 60;
  for (unsigned turn = 0; turn < kTurns; ++turn) sent.push_back(draw(false, turn));
  for (unsigned turn = 0; turn < kTurns; ++turn) EXPECT_EQ(draw(true, turn), sent[turn]) << turn;
}

}  // namespace
}  // namespace eugene::functions
