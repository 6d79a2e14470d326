// Walkers that are preempted have the same results as undisturbed ones: BXT PRM vol6 "GPGPU Context Switch".
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "preempted_kernels.h"

namespace eugene::gpu {
namespace {

TEST(Preemption, LeavesBarriersAndLocalMemoryAsTheyWere) {
  expect_undisturbed(passing_kernel(), {.groups = kGroups, .threads = kThreads, .slm_bytes = 4096});
}

TEST(Preemption, LeavesThreadsInTheMiddle) { expect_undisturbed(mixing_kernel(300), {.groups = 40}); }

// Many threads that end quickly. Compiled code runs them in batches; a preemption comes between two batches.
TEST(Preemption, LeavesGroupsOfShortThreads) { expect_undisturbed(kStraightKernel, {.groups = 700}); }

// No thread is interrupted inside a group, so there is no system routine.
TEST(Preemption, ComesBetweenGroupsWhereOnlyThatIsAllowed) {
  DispatchShape shape{.groups = 40, .threads = 2, .slm_bytes = 4096, .is_saved = true, .level = PreemptionLevel::group};
  expect_undisturbed(mixing_kernel(30), shape, {3, 100});
  shape.slm_bytes = 0;  // now compiled code runs the threads in batches
  expect_undisturbed(kStraightKernel, {.groups = 700, .is_saved = true, .level = PreemptionLevel::group}, {3, 200});
  shape.level = PreemptionLevel::command;
  EXPECT_EQ(run_way(mixing_kernel(30), shape, {Tier::interpret, 1, 3}, {}).preemptions, 0U);
}

TEST(Preemption, ComesAtTheTimeSaid) {
  PreemptionTime time;
  TestGpu gpu(ExecutorOptions{.preemption = &time}, 1);
  gpu.load(machine_code(mixing_kernel(300'000)));
  time.set(std::chrono::steady_clock::now());
  SuspendedJobPtr left;
  const Work work = TestGpu::work({.groups = 2});
  ASSERT_TRUE(gpu.run_work(work, left));
  EXPECT_NE(left, nullptr);
  time.set(PreemptionTime::Time::max());
  ASSERT_TRUE(gpu.run_work(work, left));
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
  const Work work = TestGpu::work({.groups = 3});
  ASSERT_TRUE(gpu.run_work(work));
  const auto wanted = gpu.dwords(std::size_t{3} * kChannels);
  gpu.clear();
  SuspendedJobPtr first;
  SuspendedJobPtr second;
  time.set(std::chrono::steady_clock::now());
  ASSERT_TRUE(gpu.run_work(work, first));
  ASSERT_TRUE(gpu.run_work(work, second));
  time.set(PreemptionTime::Time::max());
  for (SuspendedJobPtr* each : {&first, &second}) {
    ASSERT_NE(*each, nullptr);
    ASSERT_TRUE(gpu.run_work(work, *each));
  }
  EXPECT_EQ(gpu.dwords(wanted.size()), wanted);
}

// Work that is cancelled while it is preempted ends.
TEST(Preemption, EndsWhereTheWorkIsCancelled) {
  std::atomic<bool> cancelled = false;
  PreemptionTime time;
  TestGpu gpu(ExecutorOptions{.cancelled = &cancelled, .preemption = &time}, 1);
  gpu.load(machine_code("jmpi (1) -16\n"));
  const Work work = TestGpu::work({.groups = 2});
  SuspendedJobPtr left;
  time.set(std::chrono::steady_clock::now());
  ASSERT_TRUE(gpu.run_work(work, left));
  ASSERT_NE(left, nullptr);
  cancelled = true;
  ASSERT_TRUE(gpu.run_work(work, left));
  EXPECT_EQ(left, nullptr);
}

// The time away does not count.
TEST(Preemption, LeavesTheTimeLimitAlone) {
  PreemptionTime time;
  TestGpu gpu(ExecutorOptions{.timeout = std::chrono::milliseconds(200), .preemption = &time}, 1);
  gpu.load(machine_code(mixing_kernel(20'000)));
  const Work work = TestGpu::work({.groups = 1});
  SuspendedJobPtr left;
  time.set(std::chrono::steady_clock::now());
  ASSERT_TRUE(gpu.run_work(work, left));
  ASSERT_NE(left, nullptr);
  std::this_thread::sleep_for(std::chrono::milliseconds(250));
  time.set(PreemptionTime::Time::max());
  const auto done = gpu.run_work(work, left);
  ASSERT_TRUE(done);
  EXPECT_FALSE(done->fault) << done->fault->fault.what;
}

}  // namespace
}  // namespace eugene::gpu
