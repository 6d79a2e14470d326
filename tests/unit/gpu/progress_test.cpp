// Progress reports of long dispatches, and cancellation.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "executor_fixture.h"

namespace eugene::gpu {
namespace {

constexpr std::uint64_t kKernel = 0x10000;

void put_endless_kernel(memory::FlatMemory& memory) {
  const auto code = memory.map(kKernel, 0x1000);
  ASSERT_TRUE(code);
  std::ranges::copy(machine_code("jmpi (1) -16\n"), code->begin());
}

TEST(Progress, TellsHowFarTheWorkIsAndStopsWhenNobodyWaits) {
  memory::FlatMemory memory;
  ASSERT_NO_FATAL_FAILURE(put_endless_kernel(memory));

  WorkerPool pool(1);
  std::atomic<bool> cancelled = false;
  std::vector<std::string> told;
  std::uint64_t instructions = 0;
  Executor executor(kDefaultDevice, pool,
                    {.cancelled = &cancelled,
                     .progress =
                         [&](const Progress& progress) {
                           EXPECT_EQ(progress.kernel_address, kKernel);
                           EXPECT_GE(progress.code.size(), 16U);
                           instructions = progress.instructions;
                           told.push_back(format(progress, "spin"));
                           cancelled = told.size() == 3;
                         },
                     .progress_after = std::chrono::milliseconds(1)});
  Work work{.bases = {.instruction = kKernel}};
  set_groups(work, {.end = {7, 1, 1}}, {});
  const Result<DispatchStats> done = executor.run(work, memory);
  ASSERT_TRUE(done);
  EXPECT_FALSE(done->fault);
  ASSERT_EQ(told.size(), 3U);
  EXPECT_GT(instructions, 0U);
  EXPECT_NE(told[0].find("kernel spin has run for"), std::string::npos);
  EXPECT_NE(told[0].find("0 of 7 groups done"), std::string::npos);
}

TEST(Progress, TellsTheLatestInFixedIntervals) {
  memory::FlatMemory memory;
  ASSERT_NO_FATAL_FAILURE(put_endless_kernel(memory));
  WorkerPool pool(1);
  std::atomic<bool> cancelled = false;
  std::vector<std::string> noted;
  Executor executor(kDefaultDevice, pool,
                    {.cancelled = &cancelled,
                     .latest_progress =
                         [&](const Progress* progress) {
                           noted.push_back(progress == nullptr ? "ended" : format(*progress, "spin"));
                           cancelled = noted.size() == 2;
                         },
                     .latest_progress_every = std::chrono::milliseconds(1)});
  Work work{.bases = {.instruction = kKernel}};
  set_groups(work, {.end = {7, 1, 1}}, {});
  ASSERT_TRUE(executor.run(work, memory));
  ASSERT_EQ(noted.size(), 3U);
  EXPECT_EQ(noted[0], "eugene: interrupted: kernel spin, 0 of 7 groups done\n");
  EXPECT_EQ(noted[2], "ended");
}

TEST(Progress, SaysWhetherTheKernelIsBeingCompiled) {
  const Progress interpreted{.groups = 2, .time = std::chrono::seconds(5)};
  EXPECT_EQ(format(interpreted, "spin"),
            "eugene: kernel spin has run for 5 s: 0 of 2 groups done, 0 million instructions; use --timeout SECONDS to "
            "stop it\n");
  Progress compiled = interpreted;
  compiled.is_compiling = true;
  EXPECT_EQ(format(compiled, "spin"),
            "eugene: kernel spin has run for 5 s: 0 of 2 groups done, 0 million instructions, compiling; use --timeout "
            "SECONDS to stop it\n");
}

TEST(Progress, SaysWhyTheKernelIsNotCompiled) {
  const Progress progress{.groups = 2, .time = std::chrono::seconds(5), .is_watched = true};
  EXPECT_NE(format(progress, "slow").find("million instructions, interpreted to follow undefined or inexact values"),
            std::string::npos);
}

TEST(Progress, EstimatesTheRest) {
  Progress progress{.groups_done = 256, .groups = 1024, .time = std::chrono::seconds(60)};
  EXPECT_NE(format(progress, "slow").find(" 256 of 1024 groups done (25 %, about 3 min left),"), std::string::npos);
  progress.time = std::chrono::seconds(10);
  EXPECT_NE(format(progress, "slow").find("(25 %, about 30 s left)"), std::string::npos);
  progress.time = std::chrono::hours(2);
  EXPECT_NE(format(progress, "slow").find("(25 %, about 6 h left)"), std::string::npos);
}

TEST(Progress, SaysWhatWasInterrupted) {
  const Progress progress{.groups_done = 2, .groups = 1024, .time = std::chrono::seconds(3), .is_interrupted = true};
  EXPECT_EQ(format(progress, "slow"), "eugene: interrupted: kernel slow, 2 of 1024 groups done\n");
}

}  // namespace
}  // namespace eugene::gpu
