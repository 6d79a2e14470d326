// Walkers that are preempted leave what they leave undisturbed: BXT PRM vol6 "GPGPU Context Switch".
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "executor_fixture.h"
#include "gpu/tiers/tiers.h"

namespace eugene::gpu {
namespace {

constexpr std::uint32_t kGroups = 9;
constexpr std::uint32_t kThreads = 4;
constexpr std::uint32_t kChannels = 8;

// Each channel passes what it has to the next thread by shared local memory, and mixes what it gets, as often as bits
// 2:0 of its number and group say: channels part, and threads meet at two barriers in each turn of the loop.
std::string passing_kernel() {
  constexpr const char* kBarrier = R"(
    send (1) null r14 0x3 0x02000004 {NoMask}
    wait (1) n0 {NoMask}
)";
  return fmt::format(R"(
    mov (8) r4.0<1>:w 0x76543210:v
    and (1) r3.0<1>:ud r0.5<0;1,0>:ud 3:ud {{NoMask}}
    shl (1) r3.1<1>:ud r3.0<0;1,0>:ud 5:ud {{NoMask}}
    add (1) r3.2<1>:ud r3.1<0;1,0>:ud 32:ud {{NoMask}}
    and (1) r3.2<1>:ud r3.2<0;1,0>:ud 0x7F:ud {{NoMask}}
    shl (8) r2.0<1>:ud r4.0<8;8,1>:uw 2:ud
    add (8) r10.0<1>:ud r2.0<8;8,1>:ud r3.1<0;1,0>:ud
    add (8) r12.0<1>:ud r2.0<8;8,1>:ud r3.2<0;1,0>:ud
    mov (8) r11.0<1>:ud r0.1<0;1,0>:ud
    and (8) r14.0<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud {{NoMask}}
    mov (8) r20.0<1>:d 7:d
  again:
    sends (8) null r10 r11 0x4C 0x2026efe
    {0}
    send (8) r13 r12 0xC 0x2106efe
    {0}
    add (8) r21.0<1>:ud r4.0<8;8,1>:uw r0.1<0;1,0>:ud
    and (8) r21.0<1>:d r21.0<8;8,1>:d 7:d
  inner:
    mul (8) acc0.0<1>:d r11.0<8;8,1>:d 1664525:d
    add (8) r11.0<1>:d acc0.0<8;8,1>:d r13.0<8;8,1>:d
    add (8) r21.0<1>:d r21.0<8;8,1>:d -1:d
    cmp.ge.f1.0 (8) null:d r21.0<8;8,1>:d 0:d
    (f1.0) while (8) inner
    add (8) r20.0<1>:d r20.0<8;8,1>:d -1:d
    cmp.nz.f0.0 (8) null:d r20.0<8;8,1>:d 0:d
    (f0.0) while (8) again
    shl (1) r3.3<1>:ud r0.1<0;1,0>:ud 7:ud {{NoMask}}
    add (8) r16.0<1>:ud r10.0<8;8,1>:ud r3.3<0;1,0>:ud
    mov (8) r17.0<1>:ud r11.0<8;8,1>:ud
    send (8) null r16 0xC 0x4026eff
    send (8) null r127 0x27 0x02000010 {{EOT}}
)",
                     kBarrier);
}

struct Seen {
  std::vector<std::uint32_t> numbers;
  std::uint64_t threads = 0;
  std::uint64_t instructions = 0;
  std::uint64_t lane_operations = 0;
  bool operator==(const Seen&) const = default;
};

struct Way {
  Tier tier;
  unsigned workers;
  std::uint64_t often = 0;  // instructions between preemptions; 0: none
};

struct Run {
  Seen seen;
  std::uint64_t preemptions = 0;
};

Run run(const std::string& kernel, const DispatchShape& shape, const Way& way) {
  TestGpu gpu({.tiers = std::make_shared<Tiers>(TierOptions{.tier = way.tier}), .preempt_instructions = way.often},
              way.workers);
  gpu.load(machine_code(kernel));
  const auto done = gpu.run_preempted(shape);
  if (!done || done->fault) return {};
  return {.seen = {.numbers = gpu.dwords(std::size_t{shape.groups} * shape.threads * kChannels),
                   .threads = done->threads,
                   .instructions = done->instructions,
                   .lane_operations = done->lane_operations},
          .preemptions = done->preemptions};
}

void expect_undisturbed(const std::string& kernel, const DispatchShape& shape) {
  const Seen wanted = run(kernel, shape, {.tier = Tier::interpret, .workers = 1}).seen;
  ASSERT_FALSE(wanted.numbers.empty());
  for (const Tier tier : {Tier::interpret, Tier::jit}) {
    for (const unsigned workers : {1U, 3U}) {
      EXPECT_EQ(run(kernel, shape, {tier, workers}).preemptions, 0U);
      for (const std::uint64_t often : {1U, 2U, 17U, 100U, 1000U}) {
        const Run preempted = run(kernel, shape, {tier, workers, often});
        EXPECT_GT(preempted.preemptions, 0U) << often;
        EXPECT_TRUE(preempted.seen == wanted)
            << (tier == Tier::jit ? "compiled, " : "interpreted, ") << workers << " workers, every " << often;
      }
    }
  }
}

TEST(Preemption, LeavesBarriersAndLocalMemoryAsTheyWere) {
  expect_undisturbed(passing_kernel(), {.groups = kGroups, .threads = kThreads, .slm_bytes = 4096});
}

TEST(Preemption, LeavesThreadsInTheMiddle) { expect_undisturbed(mixing_kernel(300), {.groups = 40}); }

// Many threads that end at once run in batches where they are compiled; a preemption comes between two of them.
TEST(Preemption, LeavesGroupsOfShortThreads) { expect_undisturbed(kStraightKernel, {.groups = 700}); }

TEST(Preemption, ComesAtTheTimeSaid) {
  PreemptionTime time;
  TestGpu gpu(ExecutorOptions{.preemption = &time}, 1);
  gpu.load(machine_code(mixing_kernel(300'000)));
  time.set(std::chrono::steady_clock::now());
  SuspendedWalkerPtr left;
  const Dispatch dispatch = TestGpu::dispatch({.groups = 2});
  ASSERT_TRUE(gpu.run(dispatch, left));
  EXPECT_NE(left, nullptr);
  time.set(PreemptionTime::Time::max());
  ASSERT_TRUE(gpu.run(dispatch, left));
  EXPECT_EQ(left, nullptr);
  EXPECT_EQ(gpu.dwords(16), [] {
    TestGpu other(nullptr);
    other.load(machine_code(mixing_kernel(300'000)));
    EXPECT_TRUE(other.run(2));
    return other.dwords(16);
  }());
}

// Another walker may run in between, on the same workers.
TEST(Preemption, MakesWayForAnother) {
  PreemptionTime time;
  TestGpu gpu(ExecutorOptions{.preemption = &time}, 2);
  gpu.load(machine_code(mixing_kernel(50'000)));
  const Dispatch dispatch = TestGpu::dispatch({.groups = 3});
  ASSERT_TRUE(gpu.run(dispatch));
  const auto wanted = gpu.dwords(std::size_t{3} * kChannels);
  gpu.clear();
  SuspendedWalkerPtr first;
  SuspendedWalkerPtr second;
  time.set(std::chrono::steady_clock::now());
  ASSERT_TRUE(gpu.run(dispatch, first));
  ASSERT_TRUE(gpu.run(dispatch, second));
  time.set(PreemptionTime::Time::max());
  for (SuspendedWalkerPtr* each : {&first, &second}) {
    ASSERT_NE(*each, nullptr);
    ASSERT_TRUE(gpu.run(dispatch, *each));
  }
  EXPECT_EQ(gpu.dwords(wanted.size()), wanted);
}

// What is cancelled while it is preempted is over.
TEST(Preemption, EndsWhereTheWorkIsCancelled) {
  std::atomic<bool> cancelled = false;
  PreemptionTime time;
  TestGpu gpu(ExecutorOptions{.cancelled = &cancelled, .preemption = &time}, 1);
  gpu.load(machine_code("jmpi (1) -16\n"));
  const Dispatch dispatch = TestGpu::dispatch({.groups = 2});
  SuspendedWalkerPtr left;
  time.set(std::chrono::steady_clock::now());
  ASSERT_TRUE(gpu.run(dispatch, left));
  ASSERT_NE(left, nullptr);
  cancelled = true;
  ASSERT_TRUE(gpu.run(dispatch, left));
  EXPECT_EQ(left, nullptr);
}

// The time away does not count.
TEST(Preemption, LeavesTheTimeLimitAlone) {
  PreemptionTime time;
  TestGpu gpu(ExecutorOptions{.timeout = std::chrono::milliseconds(200), .preemption = &time}, 1);
  gpu.load(machine_code(mixing_kernel(20'000)));
  const Dispatch dispatch = TestGpu::dispatch({.groups = 1});
  SuspendedWalkerPtr left;
  time.set(std::chrono::steady_clock::now());
  ASSERT_TRUE(gpu.run(dispatch, left));
  ASSERT_NE(left, nullptr);
  std::this_thread::sleep_for(std::chrono::milliseconds(250));
  time.set(PreemptionTime::Time::max());
  const auto done = gpu.run(dispatch, left);
  ASSERT_TRUE(done);
  EXPECT_FALSE(done->fault) << done->fault->fault.what;
}

}  // namespace
}  // namespace eugene::gpu
