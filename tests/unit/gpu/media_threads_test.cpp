// Media threads as they run, on both tiers: each has its own place and colour, and a group its own barrier and local
// memory.
#include <gtest/gtest.h>

#include <string>

#include "executor_fixture.h"

namespace eugene::gpu::media_threads_test {
namespace {

constexpr std::uint32_t kGroups = 21;
constexpr std::uint32_t kThreads = 5;

// Writes r12 to dwords 8 * n on, n being the number of the thread (r0.6), and ends. r4 holds 0 to 7.
const std::string kWriteR12 = R"(
    shl (8) r2.0<1>:ud r4.0<8;8,1>:uw 2:ud
    shl (1) r5.0<1>:ud r0.6<0;1,0>:ud 5:ud {NoMask}
    add (8) r16.0<1>:ud r2.0<8;8,1>:ud r5.0<0;1,0>:ud
    mov (8) r17.0<1>:ud r12.0<8;8,1>:ud
    send (8) null r16 0xC 0x4026eff
    send (8) null r127 0x27 0x02000010 {EOT}
)";

// Thread `n` of the walk (r0.6) writes r0.1, r0.2, r0.6, r0.7 and, after a barrier, what the thread of colour 0 of its
// group has left in local memory, to dwords 8 * n on.
const std::string kKernel = R"(
    mov (8) r4.0<1>:w 0x76543210:v
    and (1) r3.0<1>:ud r0.2<0;1,0>:ud 0xF:ud {NoMask}
    mov (8) r10.0<1>:ud 0:ud
    mov (8) r11.0<1>:ud r0.6<0;1,0>:ud
    cmp.nz.f0.0 (1) null:ud r3.0<0;1,0>:ud 0:ud {NoMask}
    (f0.0) jmpi (1) meet {NoMask}
    sends (1) null r10 r11 0x4C 0x2026efe {NoMask}
  meet:
    and (8) r14.0<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud {NoMask}
    send (1) null r14 0x3 0x02000004 {NoMask}
    wait (1) n0 {NoMask}
    send (8) r13 r10 0xC 0x2106efe
    mov (1) r12.0<1>:ud r0.1<0;1,0>:ud {NoMask}
    mov (1) r12.1<1>:ud r3.0<0;1,0>:ud {NoMask}
    mov (1) r12.2<1>:ud r0.6<0;1,0>:ud {NoMask}
    mov (1) r12.3<1>:ud r0.7<0;1,0>:ud {NoMask}
    mov (4) r12.4<1>:ud r13.0<0;1,0>:ud {NoMask}
)" + kWriteR12;

class MediaThreads : public testing::TestWithParam<std::tuple<Tier, unsigned>> {};

INSTANTIATE_TEST_SUITE_P(TiersAndWorkers, MediaThreads,
                         testing::Combine(testing::Values(Tier::interpret, Tier::jit), testing::Values(1U, 3U)));

TEST_P(MediaThreads, OfAGroupShareABarrierAndNothingElse) {
  const auto [tier, workers] = GetParam();
  std::vector<MediaPlace> places;
  for (std::uint32_t group = 0; group < kGroups; ++group) {
    for (std::uint32_t color = 0; color < kThreads; ++color) {
      places.push_back({.x = static_cast<int>(group * 3 + color),
                        .y = static_cast<int>(100 + group),
                        .color = color,
                        .number = group * kThreads + color,
                        .group = group + 40});
    }
  }
  TestGpu gpu(std::make_shared<Tiers>(TierOptions{.tier = tier}), workers);
  gpu.load(machine_code(kKernel));
  const auto done = gpu.run({.threads = kThreads, .slm_bytes = 1024, .places = places});
  ASSERT_TRUE(done) << done.error().message;
  ASSERT_FALSE(done->fault) << done->fault->fault.what;
  EXPECT_EQ(done->groups, kGroups);
  const std::vector<std::uint32_t> found = gpu.dwords(places.size() * 8);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const MediaPlace& place = places[i];
    const std::uint32_t* own = &found[i * 8];
    EXPECT_EQ(own[0], static_cast<std::uint32_t>(place.y << 16 | place.x));
    EXPECT_EQ(own[1], place.color);
    EXPECT_EQ(own[2], place.number);
    EXPECT_EQ(own[3], place.group);
    EXPECT_EQ(own[4], place.number - place.color) << "thread " << i;
  }
}

// Thread `n` of the walk writes r0.1, its colour, r0.6 and r0.7.
const std::string kAlone = R"(
    mov (8) r4.0<1>:w 0x76543210:v
    and (1) r3.0<1>:ud r0.2<0;1,0>:ud 0xF:ud {NoMask}
    mov (8) r12.0<1>:ud 0:ud
    mov (1) r12.0<1>:ud r0.1<0;1,0>:ud {NoMask}
    mov (1) r12.1<1>:ud r3.0<0;1,0>:ud {NoMask}
    mov (1) r12.2<1>:ud r0.6<0;1,0>:ud {NoMask}
    mov (1) r12.3<1>:ud r0.7<0;1,0>:ud {NoMask}
)" + kWriteR12;

TEST_P(MediaThreads, WithoutGroupsHaveTheirOwnColors) {
  const auto [tier, workers] = GetParam();
  std::vector<MediaPlace> places;
  for (std::uint32_t i = 0; i < kGroups * kThreads; ++i) {
    places.push_back(
        {.x = static_cast<int>(i / kThreads), .y = static_cast<int>(200 - i), .color = i % kThreads, .number = i});
  }
  TestGpu gpu(std::make_shared<Tiers>(TierOptions{.tier = tier}), workers);
  gpu.load(machine_code(kAlone));
  const auto done = gpu.run({.places = places});
  ASSERT_TRUE(done) << done.error().message;
  ASSERT_FALSE(done->fault) << done->fault->fault.what;
  const std::vector<std::uint32_t> found = gpu.dwords(places.size() * 8);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const MediaPlace& place = places[i];
    EXPECT_EQ(found[i * 8], static_cast<std::uint32_t>(place.y << 16 | place.x));
    EXPECT_EQ(found[i * 8 + 1], place.color) << "thread " << i;
    EXPECT_EQ(found[i * 8 + 2], place.number);
  }
}

}  // namespace
}  // namespace eugene::gpu::media_threads_test
