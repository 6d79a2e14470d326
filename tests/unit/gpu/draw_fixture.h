// A rectangle from (3, 2) to (21, 13), as Mesa's drivers give it, and the render target.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "executor_fixture.h"
#include "gpu/draw/drawing.h"
#include "gpu/draw/rectangle.h"
#include "memory/image_layout.h"
#include "memory/surface_layout.h"

namespace eugene::gpu {

inline constexpr std::uint64_t kCode = 0x10'0000;
inline constexpr std::uint64_t kVertices = 0x20'0000;
inline constexpr std::uint64_t kState = 0x30'0000;  // surface states at 0, binding table at 0x800, blend state at 0xC00
inline constexpr std::uint64_t kTarget = 0x40'0000;
inline constexpr std::uint32_t kPitch = 1024;
inline constexpr std::uint16_t kUint4 = 0x002;  // R32G32B32A32_UINT

inline std::uint32_t f(float value) { return std::bit_cast<std::uint32_t>(value); }

// Red and green are the pixel's coordinates; blue and alpha the first and last component of the attribute.
inline constexpr const char* kShader16 = R"(
    add (16) r2.0<1>:uw r1.4<2;4,0>:uw 0x10101010:v
    add (16) r3.0<1>:uw r1.5<2;4,0>:uw 0x11001100:v
    mov (16) r120.0<1>:ud r2.0<8;8,1>:uw
    mov (16) r122.0<1>:ud r3.0<8;8,1>:uw
    mov (16) r124.0<1>:ud r6.3<0;1,0>:ud
    mov (16) r126.0<1>:ud r7.7<0;1,0>:ud
    mov (8) r1.0<1>:ud 0:ud
    send (16) null r120 0x25 0x10031000 {EOT}
)";
class Draw : public testing::Test {
 protected:
  Draw()
      : code_(*memory_.map(kCode, 0x1000)),
        vertices_(*memory_.map(kVertices, 0x1000)),
        states_(*memory_.map(kState, 0x1000)),
        target_(*memory_.map(kTarget, 0x1'0000)) {
    load(kShader16);
    state_.bases = {.surface = kState, .dynamic = kState, .instruction = kCode};
    set_target({.type = memory::SurfaceType::two_d,
                .format = kUint4,
                .width = 64,
                .height = 64,
                .pitch = kPitch,
                .base = kTarget});
    put(vertices_, 0, {f(21), f(13), 0, f(3), f(13), 0, f(3), f(2), 0});  // the corners of Mesa's rectangles
    put(vertices_, 0x100, {0, 0, 0, 0, 0xAAAA, 2, 3, 0xBBBB});            // a header, an attribute
    give({0x7808'0007, 0x0000'000C, kVertices, 0, 0x24, 0x0400'0000, kVertices + 0x100, 0, 0x20});
    give({0x7809'0005, 0x0600'0000, 0x1222'0000, 0x0240'0000, 0x1113'0000, 0x0600'0010, 0x1111'0000});
    give({0x784A'0000, 1U << 31 | 1U << 29});  // the instance's number is the layer
    give({0x784B'0000, 0xF});
    give({0x781F'0004, 1U << 22 | 1U << 5, 0, 1, 0, 0});
    give(shader(2, 6U << 16));
    give({0x784F'0000, 1U << 31});
    give({0x782A'0000, 0x800});
    give({0x7900'0002, 0, 63U << 16 | 63, 0});
  }

  using Dwords = std::vector<std::uint32_t>;

  static void put(std::span<std::byte> to, std::size_t at, const Dwords& dwords) {
    std::memcpy(to.data() + at, dwords.data(), dwords.size() * 4);
  }
  void load(const char* text) { std::ranges::copy(machine_code(text), code_.begin()); }
  void give(const Dwords& dwords) { state_.state_3d.set(dwords); }
  // 3DSTATE_PS with these dispatch enables and first registers.
  static Dwords shader(std::uint32_t enables, std::uint32_t registers) {
    return {0x7820'000A, 0, 0, 0, 0, 0, enables, registers, 0, 0, 0, 0};
  }
  void set_target(const memory::SurfaceState& surface) {
    const auto bytes = memory::encode_surface_state(memory::kGen9Surfaces, surface);
    std::ranges::copy(bytes, states_.begin());
    put(states_, 0x800, {0});
  }
  // Draws with all stages.
  Result<void> draw_with(unsigned workers, const DrawCall& call) {
    WorkerPool pool{workers};
    Executor executor{kDefaultDevice, pool, ExecutorOptions{}};
    Drawing drawing(call, state_, view_,
                    {.run_work = [&](const Work& work) -> Result<void> {
                       ++works_;
                       const auto done = executor.run(work, memory_);
                       if (!done) return std::unexpected(done.error());
                       if (done->fault) return fail(done->fault->fault.what);
                       return {};
                     },
                     .still_wanted = [] { return Result<void>(); }});
    Result<void> done = drawing.run();
    statistics_ = drawing.statistics();
    return done;
  }
  // Draws rectangles the short way.
  Result<std::vector<RectangleWork>> draw(std::uint32_t instances = 1, std::uint32_t vertices = 3) {
    const Dwords command{0x7B00'0005, 0, vertices, 0, instances, 0, 0};
    return make_rectangles(command, state_, view_);
  }
  void run(std::uint32_t instances = 1) {
    const auto works = draw(instances);
    ASSERT_TRUE(works) << works.error().message;
    for (const RectangleWork& each : *works) {
      const auto done = executor_.run(each.work, memory_);
      ASSERT_TRUE(done) << done.error().message;
      ASSERT_FALSE(done->fault) << done->fault->fault.what;
    }
  }
  std::string refused() {
    const auto works = draw();
    return works ? "" : works.error().message;
  }
  std::array<std::uint32_t, 4> pixel(std::uint32_t x, std::uint32_t y) const {
    std::array<std::uint32_t, 4> value{};
    std::memcpy(value.data(), target_.data() + y * kPitch + x * sizeof(value), sizeof(value));
    return value;
  }
  // Expects exactly the pixels of the rectangle to be drawn.
  void expect_drawn(std::uint32_t left, std::uint32_t top, std::uint32_t right, std::uint32_t bottom) const {
    for (std::uint32_t y = 0; y < 64; ++y) {
      for (std::uint32_t x = 0; x < 64; ++x) {
        const bool is_inside = x >= left && x < right && y >= top && y < bottom;
        const std::array<std::uint32_t, 4> expected{x, y, 0xAAAA, 0xBBBB};
        ASSERT_EQ(pixel(x, y), is_inside ? expected : decltype(expected){}) << x << " " << y;
      }
    }
  }

  memory::FlatMemory memory_;
  std::span<std::byte> code_, vertices_, states_, target_;
  memory::View view_{memory_};
  PipelineState state_;
  WorkerPool pool_{2};
  Executor executor_{kDefaultDevice, pool_, ExecutorOptions{}};
  unsigned works_ = 0;
  PipelineStatistics statistics_;
};

}  // namespace eugene::gpu
