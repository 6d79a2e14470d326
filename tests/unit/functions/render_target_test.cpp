// Parts of render target writes, as a draw gets them (SKL PRM vol7, render target write, message payload).
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

}  // namespace
}  // namespace eugene::functions
