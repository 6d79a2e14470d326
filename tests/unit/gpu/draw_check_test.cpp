// The check `memory` of vertex and pixel shaders.
#include <gtest/gtest.h>

#include <mutex>

#include "check/check_source.h"
#include "check/memory/shader_facts.h"
#include "gpu/tiers/compiler.h"
#include "gpu/tiers/tiers.h"
#include "support/surface.h"
#include "triangles_fixture.h"

namespace eugene::gpu {
namespace {

// Reads the dword with the number x + y of surface 1, and draws it.
constexpr const char* kReadingShader = R"(
    add (16) r2.0<1>:uw r1.4<2;4,0>:uw 0x10101010:v
    add (16) r3.0<1>:uw r1.5<2;4,0>:uw 0x11001100:v
    add (16) r8.0<1>:uw r2.0<16;16,1>:uw r3.0<16;16,1>:uw
    mov (16) r10.0<1>:ud r8.0<8;8,1>:uw
    shl (16) r10.0<1>:ud r10.0<8;8,1>:ud 2:ud
    send (16) r120 r10 data1.untyped_read(bti=1, channels=x, simd=16)
    mov (16) r122.0<1>:ud r120.0<8;8,1>:ud
    mov (16) r124.0<1>:ud r120.0<8;8,1>:ud
    mov (16) r126.0<1>:ud r120.0<8;8,1>:ud
    mov (8) r1.0<1>:ud 0:ud
    send (16) null r120 0x25 0x10031000 {EOT}
)";
constexpr std::uint32_t kRead = 5 * 16;  // offset of the message
constexpr std::uint32_t kLit = 15;       // x + y of all pixels of the triangle is less

// Launches of a program that only draws.
class NoLaunches final : public check::LaunchSource {
 public:
  std::optional<check::ProgramLaunch> take(std::span<const std::string>, std::uint64_t) override { return {}; }
  bool any_waits() const override { return false; }
  std::vector<check::Allocation> allocations() const override { return {}; }
};

class CheckedDraws : public Triangles, public testing::WithParamInterface<Tier> {
 protected:
  void SetUp() override {
    if (GetParam() == Tier::jit && !Compiler::exists()) GTEST_SKIP() << "this build has no JIT";
  }
  // Binds a storage buffer as surface 1.
  void bind(std::uint32_t bytes) {
    const auto state = test::raw_buffer(kVertices + 0xE00, bytes);
    put(states_, 0x40, Dwords(state.begin(), state.end()));
    put(states_, 0x800, {0, 0x40});
  }
  // Draws a triangle under a check, and returns what is found.
  std::vector<check::Finding> found(const check::Kinds& kinds = {check::Kind::memory},
                                    check::Shaders shaders = check::Shaders::vulkan) {
    NoLaunches launches;
    std::vector<check::Finding> all;
    check::Host host{
        .launches = &launches,
        .list_kernels = [](std::span<const std::byte>, bool) { return check::DeviceKernels(); },
        .find_origin = [](std::span<const std::byte>, const std::string&) { return binary::KernelOrigin(); },
        .found = [&](check::Finding&& finding) { all.push_back(std::move(finding)); },
        .shaders = [shaders] { return shaders; }};
    const auto source = std::make_shared<check::CheckSource>(kinds, std::move(host));
    WorkerPool pool{2};
    Executor executor{kDefaultDevice, pool,
                      ExecutorOptions{.tiers = std::make_shared<Tiers>(TierOptions{
                                          .tier = GetParam(), .compiler = {.observed = source->interest()}}),
                                      .notes_bounds = true,
                                      .observers = {source}}};
    Drawing drawing({.vertices = 3, .instances = 1}, state_, view_,
                    {.run_work = [&](const Work& work) -> Result<void> {
                       const auto done = executor.run(work, memory_);
                       if (!done) return std::unexpected(done.error());
                       return {};
                     },
                     .still_wanted = [] { return Result<void>(); }});
    EXPECT_TRUE(drawing.run());
    return all;
  }
};

TEST_P(CheckedDraws, FindAccessesOfPixels) {
  load(kReadingShader);
  bind(4 * (kLit - 1));
  const std::vector<check::Finding> all = found();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].id, "memory.bounds");
  EXPECT_EQ(all[0].what, "read of 4 bytes right behind surface 1 (storage buffer of 56 bytes)");
  EXPECT_EQ(all[0].kernel, "pixel shader 0x100000");
  ASSERT_EQ(all[0].sites.size(), 1U);
  EXPECT_EQ(all[0].sites[0].instruction, kRead);
  const WorkItem& item = *all[0].sites[0].item;
  EXPECT_EQ(item.stage, Stage::pixel);
  EXPECT_EQ(item.group[0] + item.group[1], kLit - 1);
}

// Beyond the long side, helper pixels of the same blocks read beyond the buffer.
TEST_P(CheckedDraws, LeaveHelperPixelsOut) {
  load(kReadingShader);
  bind(4 * kLit);
  EXPECT_TRUE(found().empty());
}

TEST_P(CheckedDraws, FindAccessesOfVertices) {
  // Writes to the dword with the number of the vertex.
  load(kReadingShader);
  bind(4 * kLit);
  std::ranges::copy(machine_code(std::string(R"(
    mov (8) r10.0<1>:w 0x76543210:v
    mov (8) r12.0<1>:ud r10.0<8;8,1>:uw
    mul (8) r12.0<1>:ud r12.0<8;8,1>:ud 28:uw
    mov (8) r13.0<1>:ud 1:ud
    send (8) null r12 data1.untyped_write(bti=1, channels=x, simd=8)
)") + kVertexShader),
                    code_.begin() + kVertexCode);
  use_vertex_shader();
  give({0x7826'0000, 0x800});  // its binding table
  EXPECT_TRUE(found().empty());
  bind(4 * kLit - 4);
  const std::vector<check::Finding> all = found();
  ASSERT_EQ(all.size(), 2U);  // and of the pixels
  EXPECT_EQ(all[0].what, "write of 4 bytes right behind surface 1 (storage buffer of 56 bytes)");
  EXPECT_EQ(all[0].kernel, "vertex shader 0x100800");
  const WorkItem& item = *all[0].sites[0].item;
  EXPECT_EQ(item.stage, Stage::vertex);
  EXPECT_EQ(item.group, (Item{2, 0, 0}));
}

TEST_P(CheckedDraws, AreOnlyThoseOfTheKindsThatKnowDraws) {
  load(kReadingShader);
  bind(4);
  EXPECT_TRUE(found({check::Kind::race, check::Kind::init, check::Kind::sync}).empty());
  EXPECT_TRUE(found({check::Kind::memory}, check::Shaders::none).empty());
  EXPECT_EQ(found({check::Kind::memory, check::Kind::race, check::Kind::float_}).size(), 1U);
}

// Shaders that only draw, sample and write vertices are not watched, which would take time.
TEST(ShadersOfDraws, WithoutBuffersHaveNothingToJudge) {
  const auto is_judged = [](const std::string& text) {
    const auto assembled = assembly::assemble(isa::kGen9, assembly::kNative, text, "test");
    return check::accesses_judged_memory(assembled->kernels.front().program);
  };
  EXPECT_FALSE(is_judged(kPixelShader));
  EXPECT_FALSE(is_judged(kVertexShader));
  EXPECT_TRUE(is_judged(kReadingShader));
  EXPECT_TRUE(is_judged("send (8) r10 r2 0xC a0.0 {NoMask}\n" + std::string(kPixelShader)));
}

INSTANTIATE_TEST_SUITE_P(Tiers, CheckedDraws, testing::Values(Tier::interpret, Tier::jit));

}  // namespace
}  // namespace eugene::gpu
