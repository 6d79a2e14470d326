// Where thread groups lie: in a subslice, or in a pool of EUs. BXT PRM vol6 "Thread Pools".
#include "gpu/schedule/work/thread_pools.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>

#include "executor_fixture.h"
#include "gpu/schedule/preempt/context_image.h"

namespace eugene::gpu {
namespace {

constexpr PoolState kPooled{.enabled = true, .configuration = ThreadPools::kDefaultConfiguration};

ThreadPools pools_of(std::string_view device, const PoolState& state) {
  const auto pools = ThreadPools::make(*find_device(device), state);
  EXPECT_TRUE(pools) << pools.error().message;
  return *pools;
}

// "may create two virtual pools with 9 and 9 EUs each": 54 threads each. For parts with fewer EUs, the numbers are
// Linux'.
TEST(ThreadPools, AreWhatLinuxListsForEachPart) {
  struct Row {
    const char* device;
    std::uint32_t configuration;
    unsigned first, second;
  };
  for (const Row& row :
       {Row{"bxt", 0x777000, 9, 9}, Row{"glk", 0x777000, 9, 9}, Row{"bxt2x6-ss0off", 0x777000, 3, 9},
        Row{"bxt2x6-ss1off", 0x770000, 6, 6}, Row{"bxt2x6-ss1off", 0x777000, 6, 6},
        Row{"bxt2x6-ss2off", 0x007000, 9, 3}, Row{"bxt2x6-ss2off", 0x777000, 9, 3}, Row{"bxt2x6", 0x777000, 9, 3}}) {
    const ThreadPools pools = pools_of(row.device, {.enabled = true, .configuration = row.configuration});
    EXPECT_EQ(pools.eus(0), row.first) << row.device;
    EXPECT_EQ(pools.eus(1), row.second) << row.device;
    EXPECT_EQ(pools.eus(2), 0U) << row.device;
    EXPECT_FALSE(pools.are_subslices());
    // The kernel driver reports the smallest pool.
    const Device& device = *find_device(row.device);
    if (device.least_pool_eus == 0) continue;
    EXPECT_EQ(device.least_pool_eus, std::min(row.first, row.second)) << row.device;
  }
  EXPECT_EQ(pools_of("bxt", kPooled).max_threads(), 54U);
  EXPECT_EQ(pools_of("bxt2x6-ss1off", kPooled).max_threads(), 36U);
}

// "Legacy-Mode": "contained to only a single subslice".
TEST(ThreadPools, AreSubslicesInLegacyMode) {
  for (const Device& device : kDevices) {
    const auto pools = ThreadPools::make(device, {});
    ASSERT_TRUE(pools);
    EXPECT_TRUE(pools->are_subslices());
    for (unsigned i = 0; i < device.total_subslices(); ++i) EXPECT_EQ(pools->eus(i), device.eus) << device.name;
    EXPECT_EQ(pools->max_threads(), unsigned{device.eus} * device.threads) << device.name;
    EXPECT_EQ(pools->groups(1), device.total_threads());
  }
  EXPECT_TRUE(pools_of("skl", kPooled).are_subslices()) << "which has no pools";
}

TEST(ThreadPools, PoolsBeyondNineEusAreRefused) {
  const auto all = ThreadPools::make(*find_device("bxt"), {.enabled = true, .configuration = 0});
  ASSERT_FALSE(all);
  EXPECT_NE(all.error().message.find("a pool of 18 EUs"), std::string::npos);
}

TEST(ThreadPools, GroupsHaveSlotsOfTheirOwnInOnePool) {
  for (const Device& device : kDevices) {
    for (const PoolState& state : {PoolState{}, kPooled}) {
      const ThreadPools pools = pools_of(device.name, state);
      const bool has_pools = !pools.are_subslices();
      for (unsigned threads = 1; threads <= pools.max_threads(); ++threads) {
        std::set<unsigned> slots;
        ASSERT_GE(pools.groups(threads), 1U);
        for (unsigned group = 0; group < pools.groups(threads); ++group) {
          std::set<unsigned> places;  // subslices, or pools
          for (unsigned i = 0; i < threads; ++i) {
            const unsigned topology = pools.topology(group, threads, i);
            const unsigned subslice = topology >> 12 & 3, eu = topology >> 8 & 0xF;
            ASSERT_LT(eu, device.eus);
            ASSERT_LT(topology & 7, device.threads);
            ASSERT_TRUE(device.subslice_mask() >> subslice & 1) << "it is fused off";
            ASSERT_TRUE(slots.insert(topology).second) << device.name << ": two threads at " << topology;
            places.insert(has_pools ? kPooled.configuration >> (8 * subslice + eu / 3 * 4 + eu % 3) & 1 : subslice);
          }
          ASSERT_EQ(places.size(), 1U) << device.name << " group " << group << " of " << threads;
        }
      }
    }
  }
}

// "Slice and EU ids may be remapped so that there are no gaps": the last subslice of two that are left is the second.
TEST(ThreadPools, ContextImagesHaveNoGapsWhereASubsliceIsMissing) {
  const Device& device = *find_device("bxt2x6-ss1off");
  const ContextMap map{.device = &device};
  EXPECT_EQ(map.thread(0), 0x10000U);
  EXPECT_EQ(map.thread(2 << 12), 0x10000U + 36 * 0x2000);
  EXPECT_EQ(ContextMap{find_device("bxt2x6-ss0off")}.thread(1 << 12), 0x10000U);
}

// Each thread i writes its number to local memory, waits at the barrier, and reads thread n - 1 - i's number. It stores
// sr0.0 to dword 8 * FFTID, and the number behind it.
constexpr const char* kMeeting = R"(
    mov (8) r4.0<1>:w 0x76543210:v
    and (1) r3.0<1>:ud r0.5<0;1,0>:ud 0x1FF:ud
    mov (1) r3.1<1>:ud r3.0<0;1,0>:ud
    cmp.ge.f0.0 (1) null:ud r3.0<0;1,0>:ud {0}:ud
    (f0.0) add (1) r3.1<1>:d r3.0<0;1,0>:d -{0}:d
    shl (8) r2.0<1>:ud r4.0<8;8,1>:uw 2:ud
    shl (1) r3.2<1>:ud r3.1<0;1,0>:ud 5:ud
    add (8) r10.0<1>:ud r2.0<8;8,1>:ud r3.2<0;1,0>:ud
    mov (8) r11.0<1>:ud r3.1<0;1,0>:ud
    sends (8) null r10 r11 0x4C 0x2026efe
    and (8) r14.0<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud {{NoMask}}
    send (1) null r14 0x3 0x02000004 {{NoMask}}
    wait (1) n0 {{NoMask}}
    add (1) r3.3<1>:d -r3.1<0;1,0>:d {1}:d
    shl (1) r3.3<1>:ud r3.3<0;1,0>:ud 5:ud
    add (8) r12.0<1>:ud r2.0<8;8,1>:ud r3.3<0;1,0>:ud
    send (8) r13 r12 0xC 0x2106efe
    shl (8) r13.0<1>:ud r13.0<8;8,1>:ud 16:ud
    and (8) r15.0<1>:ud sr0.0<0;1,0>:ud 0xFFFF:ud
    or (8) r17.0<1>:ud r13.0<8;8,1>:ud r15.0<8;8,1>:ud
    shl (1) r3.4<1>:ud r3.0<0;1,0>:ud 5:ud
    add (8) r16.0<1>:ud r2.0<8;8,1>:ud r3.4<0;1,0>:ud
    send (8) null r16 0xC 0x4026eff
    send (8) null r127 0x27 0x02000010 {{EOT}}
)";

Work meeting(unsigned groups, unsigned threads, const PoolState& state) {
  Work work = TestGpu::work({.groups = groups, .threads = threads, .slm_bytes = 4096});
  work.pools = state;
  return work;
}

TEST(ThreadPools, AGroupOf54ThreadsMeetsAcrossSubslices) {
  constexpr unsigned kThreads = 54;
  for (const unsigned workers : {1U, 2U}) {
    TestGpu gpu(nullptr, workers);
    gpu.load(machine_code(fmt::format(fmt::runtime(kMeeting), kThreads, kThreads - 1)));
    const auto done = gpu.run_work(meeting(40, kThreads, kPooled));
    ASSERT_TRUE(done) << done.error().message;
    ASSERT_FALSE(done->fault) << done->fault->fault.what;
    EXPECT_EQ(done->threads, 40U * kThreads);
    const ThreadPools pools = pools_of("bxt", kPooled);
    const std::vector<std::uint32_t> written = gpu.dwords(std::size_t{8} * 2 * kThreads);
    // Groups have the slots of the worker that runs them: on a busy host one may run them all.
    unsigned slots_used = 0;
    for (unsigned slot = 0; slot < 2; ++slot) {
      const auto of_slot = std::span(written).subspan(std::size_t{8} * slot * kThreads, std::size_t{8} * kThreads);
      if (std::ranges::all_of(of_slot, [](std::uint32_t dword) { return dword == 0; })) continue;
      ++slots_used;
      for (unsigned i = 0; i < kThreads; ++i) {
        EXPECT_EQ(of_slot[8 * i] >> 16, kThreads - 1 - i) << "across local memory";
        EXPECT_EQ(of_slot[8 * i] & 0xFFFF, pools.topology(slot, kThreads, i)) << "sr0.0";
      }
      EXPECT_NE(of_slot[0] >> 12 & 3, of_slot[8 * (kThreads - 1)] >> 12 & 3) << "in two subslices";
    }
    EXPECT_GE(slots_used, 1U);
  }
}

TEST(ThreadPools, AGroupOf54ThreadsIsRefusedInLegacyMode) {
  TestGpu gpu(nullptr);
  gpu.load(machine_code(fmt::format(fmt::runtime(kMeeting), 54, 53)));
  const auto refused = gpu.run_work(meeting(1, 54, {}));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("54 threads; the limit is 36 for a subslice"), std::string::npos)
      << refused.error().message;
  const auto larger = gpu.run_work(meeting(1, 55, kPooled));
  ASSERT_FALSE(larger);
  EXPECT_NE(larger.error().message.find("55 threads; the limit is 54 for a pool"), std::string::npos);
}

}  // namespace
}  // namespace eugene::gpu
