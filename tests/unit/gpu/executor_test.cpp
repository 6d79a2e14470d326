// Dispatches as a whole: every group runs once, whatever the number of workers, and a thread costs no allocation.
#include "gpu/schedule/executor.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "executor_fixture.h"

namespace {

std::atomic<std::uint64_t> allocations = 0;

}  // namespace

// Counts what the whole test program allocates.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return std::malloc(bytes == 0 ? 1 : bytes);
}
void* operator new(std::size_t bytes) {
  if (void* memory = operator new(bytes, std::nothrow)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace eugene::gpu {
namespace {

// Adds 1 to the dword of its group.
constexpr const char* kCountGroups = R"(
    shl (8) r2.0<1>:ud r0.1<0;1,0>:ud 2:ud
    mov (8) r3.0<1>:ud 1:ud
    (f0.0) send (8) r10 r2 0xC 0x410b7ff
    send (8) null r127 0x27 0x02000010 {EOT}
)";

// Every group from 8 on writes to a surface, and there is no surface state.
constexpr const char* kFaultFromGroup8 = R"(
    cmp.ge.f0.0 (8) null:ud r0.1<0;1,0>:ud 8:ud
    (f0.0) send (8) null r2 0xC 0x4026e00
    send (8) null r127 0x27 0x02000010 {EOT}
)";

TEST(Executor, EveryGroupRunsOnce) {
  const std::string kernel = fmt::format("mov (1) f0.0:ud 1:ud\n{}", kCountGroups);
  for (const unsigned workers : {1U, 2U, 5U}) {
    for (const std::uint32_t groups : {0U, 1U, 2U, 63U, 64U, 1000U, 4099U}) {
      TestGpu gpu(nullptr, workers);
      gpu.load(machine_code(kernel));
      const auto done = gpu.run({.groups = groups, .threads = 2});
      ASSERT_TRUE(done && !done->fault) << (done->fault ? done->fault->fault.what : "");
      EXPECT_EQ(done->groups, groups);
      EXPECT_EQ(done->threads, 2 * groups);
      EXPECT_EQ(gpu.dwords(groups), std::vector<std::uint32_t>(groups, 2)) << workers << " workers";
      EXPECT_EQ(gpu.dwords(groups + 1).back(), 0U);
    }
  }
}

// BXT PRM vol6 "Legacy-Mode": a group lies in one subslice.
TEST(Executor, AGroupBeyondASubsliceIsRefused) {
  TestGpu gpu(nullptr);
  gpu.load(machine_code(fmt::format("mov (1) f0.0:ud 1:ud\n{}", kCountGroups)));
  EXPECT_TRUE(gpu.run({.groups = 1, .threads = 36}));
  const auto refused = gpu.run({.groups = 1, .threads = 37});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("a group has 37 threads; the limit is 36"), std::string::npos);
}

TEST(Executor, TheFirstFaultIsReportedWithAnyNumberOfWorkers) {
  for (const unsigned workers : {1U, 2U, 5U}) {
    TestGpu gpu(nullptr, workers);
    gpu.load(machine_code(kFaultFromGroup8));
    const auto done = gpu.run(1000);
    ASSERT_TRUE(done && done->fault);
    EXPECT_EQ(done->fault->site.item->group, (GroupId{8, 0, 0})) << workers << " workers: " << done->fault->fault.what;
  }
}

// Adds the thread's FFTID to the dword of its group. In thread 2 of group 70, the index of the surface is one without a
// state.
constexpr const char* kFaultInOneThread = R"(
    shl (8) r2.0<1>:ud r0.1<0;1,0>:ud 2:ud
    and (8) r3.0<1>:ud r0.5<0;1,0>:ud 0x1FF:ud
    mov (1) f0.0:ud 1:ud
    (f0.0) send (8) r10 r2 0xC 0x410b7ff
    shl (8) r4.0<1>:ud r0.1<0;1,0>:ud 3:ud
    add (8) r4.0<1>:ud r4.0<8;8,1>:ud r3.0<8;8,1>:ud
    cmp.eq.f0.0 (8) null:ud r4.0<8;8,1>:ud 562:ud
    (f0.0) send (8) null r2 0xC 0x4026e00
    send (8) null r127 0x27 0x02000010 {EOT}
)";

TEST(Executor, ThreadsUpToAFaultRunInTurnOnEitherTier) {
  const auto run = [](Tier tier, std::vector<std::uint32_t>& sums) {
    TestGpu gpu(std::make_shared<Tiers>(TierOptions{.tier = tier}));
    gpu.load(machine_code(kFaultInOneThread));
    auto done = gpu.run({.groups = 100, .threads = 5});
    sums = gpu.dwords(100);
    return *std::move(done);
  };
  std::vector<std::uint32_t> sums, compiled_sums;
  const DispatchStats interpreted = run(Tier::interpret, sums);
  const DispatchStats compiled = run(Tier::jit, compiled_sums);
  for (const DispatchStats* each : {&interpreted, &compiled}) {
    ASSERT_TRUE(each->fault);
    EXPECT_EQ(each->fault->site.item->group, (GroupId{70, 0, 0}));
    EXPECT_EQ(each->fault->site.item->thread, 2U);
    EXPECT_EQ(each->threads, 352U);
    EXPECT_EQ(each->groups, 70U);
  }
  EXPECT_EQ(compiled.fault->fault.ip, interpreted.fault->fault.ip);
  EXPECT_EQ(compiled.fault->fault.what, interpreted.fault->fault.what);
  EXPECT_EQ(compiled.instructions, interpreted.instructions);
  EXPECT_EQ(compiled.lane_operations, interpreted.lane_operations);
  EXPECT_EQ(compiled_sums, sums);
  EXPECT_EQ(sums[69], 10U);
  EXPECT_EQ(sums[70], 3U);
  EXPECT_EQ(sums[71], 0U);
}

// Threads of more instructions than they get at a time.
TEST(Executor, ThreadsThatAreInterruptedGoOnOnEitherTier) {
  const auto run = [](Tier tier, std::vector<std::uint32_t>& numbers) {
    TestGpu gpu(std::make_shared<Tiers>(TierOptions{.tier = tier}));
    gpu.load(machine_code(mixing_kernel(150'000)));
    const auto done = gpu.run({.groups = 3, .threads = 2});
    numbers = gpu.dwords(24);
    return done->fault ? 0 : done->instructions;
  };
  std::vector<std::uint32_t> numbers, compiled_numbers;
  const std::uint64_t instructions = run(Tier::interpret, numbers);
  EXPECT_GT(instructions, 6U << 20);
  EXPECT_EQ(run(Tier::jit, compiled_numbers), instructions);
  EXPECT_EQ(compiled_numbers, numbers);
}

// Leaves numbers in r9.
constexpr const char* kDirty = R"(
    mov (8) r9.0<1>:ud 0x5A5A5A5A:ud
    send (8) null r127 0x27 0x02000010 {EOT}
)";
// Writes 1 + r9, which has never been written, to dword 8 * group + channel. Then leaves numbers in r9.
constexpr const char* kReadsWhatNobodyWrote = R"(
    mov (8) r4.0<1>:w 0x76543210:v
    shl (8) r2.0<1>:ud r4.0<8;8,1>:uw 2:ud
    shl (8) r6.0<1>:ud r0.1<0;1,0>:ud 5:ud
    add (8) r2.0<1>:ud r2.0<8;8,1>:ud r6.0<8;8,1>:ud
    add (8) r3.0<1>:ud r9.0<8;8,1>:ud 1:ud
    send (8) null r2 0xC 0x4026eff
    mov (8) r9.0<1>:ud 0x5A5A5A5A:ud
    send (8) null r127 0x27 0x02000010 {EOT}
)";

TEST(Executor, RegistersStartAtZeroWhoeverUsedThemBefore) {
  for (const Tier tier : {Tier::interpret, Tier::jit}) {
    TestGpu gpu(std::make_shared<Tiers>(TierOptions{.tier = tier}), 2);
    for (int round = 0; round < 2; ++round) {
      gpu.load(machine_code(kDirty));
      ASSERT_TRUE(gpu.run(200));
      gpu.load(machine_code(kReadsWhatNobodyWrote));
      gpu.clear();
      const auto done = gpu.run(200);
      ASSERT_TRUE(done && !done->fault);
      EXPECT_EQ(gpu.dwords(1600), std::vector<std::uint32_t>(1600, 1)) << "round " << round;
    }
  }
}

TEST(Executor, ThreadsAllocateNothing) {
  for (const Tier tier : {Tier::interpret, Tier::jit}) {
    TestGpu gpu(std::make_shared<Tiers>(TierOptions{.tier = tier}));
    gpu.load(machine_code(mixing_kernel(3)));
    const auto count = [&](std::uint32_t groups) {
      const std::uint64_t before = allocations;
      EXPECT_TRUE(gpu.run({.groups = groups, .threads = 4}));
      return allocations - before;
    };
    count(5000);  // arenas grow
    EXPECT_EQ(count(5000), count(5));
  }
}

}  // namespace
}  // namespace eugene::gpu
