// Accesses that are reported but do not end the thread: reads of unmapped memory, and accesses out of bounds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "executor_fixture.h"
#include "gpu/schedule/work/thread_pools.h"
#include "gpu/tiers/compiler.h"

namespace eugene::gpu::recoveries_test {
namespace {

constexpr std::uint32_t kGroups = 64;
constexpr std::uint32_t kFirstOutside = 8;  // group
constexpr std::uint32_t kBytesOfGroup = 32;
constexpr std::uint64_t kOutside = TestGpu::kDataBytes - kFirstOutside * kBytesOfGroup;

// Every channel reads its dword from kOutside on and writes one more to its dword from 0 on, so that from group 8 on
// the reads leave the memory. The response takes the place of the offsets.
std::string reading_kernel() {
  return fmt::format(R"(
    mov (8) r4.0<1>:w 0x76543210:v
    shl (8) r6.0<1>:ud r0.1<0;1,0>:ud 3:ud
    add (8) r3.0<1>:ud r6.0<8;8,1>:ud r4.0<8;8,1>:uw
    shl (8) r2.0<1>:ud r3.0<8;8,1>:ud 2:ud
    add (8) r8.0<1>:ud r2.0<8;8,1>:ud {:#x}:ud
    mov (8) r0.0<1>:ud 0:ud
    send (8) r8 r8 0xC 0x02106eff
    add (8) r3.0<1>:ud r8.0<8;8,1>:ud 1:ud
    send (8) null r2 0xC 0x4026eff
    send (8) null r127 0x27 0x02000010 {{EOT}}
)",
                     kOutside);
}
constexpr std::uint32_t kReadIp = 6 * 16;

struct RecoveriesTest : testing::TestWithParam<std::tuple<Tier, unsigned>> {
  void SetUp() override {
    if (tier() == Tier::jit && !Compiler::exists()) GTEST_SKIP() << "this build has no JIT";
  }
  static Tier tier() { return std::get<0>(GetParam()); }
  static unsigned workers() { return std::get<1>(GetParam()); }
  static ExecutorOptions with(ExecutorOptions options) {
    options.timeout = std::chrono::seconds(60);
    options.tiers = std::make_shared<Tiers>(TierOptions{.tier = tier()});
    return options;
  }
};

constexpr DispatchShape kUnbounded{
    .groups = kGroups, .threads = 2, .general_bytes = 16 * static_cast<std::uint32_t>(TestGpu::kDataBytes)};

TEST_P(RecoveriesTest, UnmappedReadsGiveZerosAndAreReportedOnce) {
  TestGpu gpu(with({.recovers_from_unmapped_reads = true}), workers());
  gpu.load(machine_code(reading_kernel()));
  const auto done = gpu.run(kUnbounded);
  ASSERT_TRUE(done && !done->fault) << (done->fault ? done->fault->fault.what : "");
  EXPECT_EQ(done->threads, 2 * kGroups);
  EXPECT_EQ(gpu.dwords(kGroups * 8), std::vector<std::uint32_t>(kGroups * 8, 1));
  ASSERT_EQ(done->recovered.size(), 1U);
  const KernelFault& noted = done->recovered[0];
  EXPECT_EQ(noted.fault.what, "read of unmapped memory");
  EXPECT_EQ(noted.fault.ip, kReadIp);
  EXPECT_EQ(noted.fault.lane, 0U);
  EXPECT_EQ(noted.fault.address, TestGpu::kData + TestGpu::kDataBytes);
  EXPECT_EQ(noted.site.item->group, (GroupId{kFirstOutside, 0, 0}));
  EXPECT_EQ(noted.site.item->thread, 0U);
  EXPECT_NE(noted.site.assembly.find("send"), std::string::npos);

  const auto again = gpu.run(kUnbounded);
  ASSERT_TRUE(again && !again->fault);
  EXPECT_TRUE(again->recovered.empty());
}

TEST_P(RecoveriesTest, UnmappedReadsAreFaultsOtherwise) {
  TestGpu gpu(with({}), workers());
  gpu.load(machine_code(reading_kernel()));
  const auto done = gpu.run(kUnbounded);
  ASSERT_TRUE(done && done->fault);
  EXPECT_EQ(done->fault->site.item->group, (GroupId{kFirstOutside, 0, 0}));
  EXPECT_TRUE(done->recovered.empty());
}

TEST_P(RecoveriesTest, WhatBoundsDropIsReportedWhereSomebodyAsks) {
  for (const bool asked : {false, true}) {
    TestGpu gpu(with({.notes_bounds = asked}), workers());
    gpu.load(machine_code(reading_kernel()));
    const auto done = gpu.run({.groups = kGroups, .threads = 2});
    ASSERT_TRUE(done && !done->fault);
    EXPECT_EQ(gpu.dwords(kGroups * 8), std::vector<std::uint32_t>(kGroups * 8, 1));
    ASSERT_EQ(done->recovered.size(), asked ? 1U : 0U);
    if (!asked) continue;
    EXPECT_EQ(done->recovered[0].fault.what, "read at offset 0x100000 of stateless memory, which has 1048576 bytes");
    EXPECT_EQ(done->recovered[0].site.item->group, (GroupId{kFirstOutside, 0, 0}));
  }
}

// Each channel adds 1 to a dword; channel 7's dword is outside of memory. Nothing may be added twice.
constexpr const char* kAtomics = R"(
    mov (8) r2.0<1>:ud 0:ud
    mov (1) r2.7<1>:ud 0x100000:ud
    mov (8) r3.0<1>:ud 1:ud
    mov (1) f0.0:ud 0xFF:ud
    (f0.0) send (8) null r2 0xC 0x40097ff
    send (8) null r127 0x27 0x02000010 {EOT}
)";

TEST_P(RecoveriesTest, AtomicsHappenOnce) {
  TestGpu gpu(with({.notes_bounds = true}), workers());
  gpu.load(machine_code(kAtomics));
  const auto done = gpu.run(kGroups);
  ASSERT_TRUE(done && !done->fault) << done->fault->fault.what;
  EXPECT_EQ(gpu.dwords(1)[0], 7 * kGroups);
  ASSERT_EQ(done->recovered.size(), 1U);
  EXPECT_EQ(done->recovered[0].fault.lane, 7U);
  EXPECT_EQ(done->recovered[0].effect, "has no effect");
}

// Two threads meet twice, the first time with Barrier Count Enable, which is for barriers of one subslice alone: BXT
// PRM vol6 "Message Gateway", M0.2 bit 15.
constexpr const char* kCounted = R"(
    and (8) r14.0<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud {NoMask}
    or (8) r15.0<1>:ud r14.0<8;8,1>:ud 0x8400:ud {NoMask}
    send (1) null r15 0x3 0x02000004 {NoMask}
    wait (1) n0 {NoMask}
    send (1) null r14 0x3 0x02000004 {NoMask}
    wait (1) n0 {NoMask}
    send (8) null r127 0x27 0x02000010 {EOT}
)";

TEST_P(RecoveriesTest, CountsOfBarriersInPoolsOfEusAreReported) {
  for (const bool checks : {false, true}) {
    for (const bool has_pools : {false, true}) {
      TestGpu gpu(with({.checks_commands = checks}), workers());
      gpu.load(machine_code(kCounted));
      Work work = TestGpu::work({.groups = kGroups, .threads = 2});
      if (has_pools) work.pools = {.enabled = true, .configuration = ThreadPools::kDefaultConfiguration};
      const auto done = gpu.run_work(work);
      ASSERT_TRUE(done && !done->fault) << (done ? done->fault->fault.what : done.error().message);
      ASSERT_EQ(done->recovered.size(), checks && has_pools ? 1U : 0U);
      if (done->recovered.empty()) continue;
      EXPECT_TRUE(done->recovered[0].fault.what.starts_with("barrier message sets Barrier Count Enable"));
      EXPECT_EQ(done->recovered[0].fault.ip, 2U * 16);
      EXPECT_EQ(done->recovered[0].effect, "sets the count");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, RecoveriesTest,
                         testing::Combine(testing::Values(Tier::interpret, Tier::jit), testing::Values(1U, 3U)));

}  // namespace
}  // namespace eugene::gpu::recoveries_test
