// Profiles of kernels whose counts are known: instructions, memory accesses, and estimated time.
#include "profile/profiler.h"

#include <gtest/gtest.h>

#include <numeric>

#include "executor_fixture.h"
#include "gpu/tiers/tiers.h"
#include "preempted_kernels.h"
#include "profile/estimate.h"
#include "profile/profile_source.h"
#include "profile/recorder.h"
#include "profile/report.h"

namespace eugene::gpu {
namespace {

using profile::InstructionCounts;
using profile::KernelCounts;

std::vector<KernelCounts> profile_of(const std::string& kernel, const DispatchShape& shape, unsigned workers = 1) {
  const auto profiler = std::make_shared<profile::Profiler>();
  TestGpu gpu(ExecutorOptions{.observers = {std::make_shared<profile::ProfileSource>(profiler)}}, workers);
  gpu.load(machine_code(kernel));
  const auto done = gpu.run(shape);
  EXPECT_TRUE(done && !done->fault);
  return profiler->kernels();
}

TEST(Profile, CountsEveryInstruction) {
  constexpr unsigned kGroups = 10;
  const auto kernels = profile_of(mixing_kernel(5), {.groups = kGroups});
  ASSERT_EQ(kernels.size(), 1U);
  const KernelCounts& kernel = kernels[0];
  EXPECT_EQ(kernel.threads, kGroups);
  ASSERT_EQ(kernel.instructions.size(), 16U);
  for (std::size_t i = 0; i < 16; ++i) {
    const bool in_loop = i >= 6 && i <= 13;
    EXPECT_EQ(kernel.instructions[i].executions, kGroups * (in_loop ? 5U : 1U)) << i;
  }
  // Two dwords of each of the 16 bytes a clock, at least two clocks.
  EXPECT_EQ(kernel.instructions[6].issue, kGroups * 5U * 2);
  EXPECT_EQ(kernel.instructions[6].channels, kGroups * 5U * 8);
  EXPECT_EQ(kernel.instructions[13].divergences, 0U);
}

// Eight dwords in a row are half a line: every second group finds its line there.
TEST(Profile, KnowsLinesAndHits) {
  const auto kernels = profile_of(kStraightKernel, {.groups = 64});
  ASSERT_EQ(kernels.size(), 1U);
  const InstructionCounts all = profile::total(kernels[0]);
  EXPECT_EQ(all.bytes, 64U * 32);
  EXPECT_EQ(all.lines, 64U);
  EXPECT_EQ(all.hits, 32U);
  EXPECT_EQ(kernels[0].l3[0], (profile::HitCount{64, 32}));
}

// However many workers there are.
TEST(Profile, IsTheSameOnEveryRun) {
  const auto one = profile_of(mixing_kernel(20), {.groups = 200});
  for (unsigned run = 0; run < 3; ++run) {
    const auto more = profile_of(mixing_kernel(20), {.groups = 200}, 3);
    EXPECT_EQ(profile::counts_to_json(one), profile::counts_to_json(more));
  }
}

// A profile has the same counts of `kernel` whether it is compiled, or every thread is interpreted and timed, except
// for the cycles of groups that are not timed.
void expect_same_counts(const std::string& kernel, const DispatchShape& shape) {
  if (!Compiler::exists()) GTEST_SKIP() << "built without the JIT";
  const auto timed = profile_of(kernel, shape);
  const auto profiler = std::make_shared<profile::Profiler>(profile::Timed::some);
  const auto tiers =
      std::make_shared<Tiers>(TierOptions{.tier = Tier::jit, .compiler = {.observed = profile::Recorder::kInterest}});
  TestGpu gpu(ExecutorOptions{.tiers = tiers, .observers = {std::make_shared<profile::ProfileSource>(profiler)}}, 2);
  gpu.load(machine_code(kernel));
  const auto done = gpu.run(shape);
  ASSERT_TRUE(done && !done->fault);
  auto counted = profiler->kernels();
  ASSERT_EQ(timed.size(), 1U);
  ASSERT_EQ(counted.size(), 1U);
  EXPECT_EQ(counted[0].groups, timed[0].groups);
  EXPECT_LT(counted[0].timed_groups, counted[0].groups) << "nothing ran on compiled code";
  EXPECT_EQ(counted[0].l3, timed[0].l3);
  for (std::size_t i = 0; i < timed[0].instructions.size(); ++i) {
    InstructionCounts expected = timed[0].instructions[i];
    InstructionCounts& found = counted[0].instructions[i];
    EXPECT_EQ(expected.timed, expected.executions);
    for (const auto member : {&InstructionCounts::timed, &InstructionCounts::stalled, &InstructionCounts::blamed})
      found.*member = expected.*member;
    for (const profile::CountName& each : profile::kCountNames)
      EXPECT_EQ(found.*each.member, expected.*each.member) << each.name << " of instruction " << i;
  }
}

TEST(Profile, CompiledCodeCountsWhatTheInterpreterDoes) {
  expect_same_counts(mixing_kernel(20), {.groups = 100});
  expect_same_counts(kStraightKernel, {.groups = 100});
}

// Channels part by their group's number and by their own, in an `if` and in a loop; shared local memory with conflicts
// and its atomics; a barrier between threads that have executed different numbers of instructions.
TEST(Profile, CompiledCodeCountsBranchesBarriersAndLocalMemory) {
  expect_same_counts(passing_kernel(), {.groups = 40, .threads = kThreads, .slm_bytes = 4096});
  expect_same_counts(R"(
    mov (8) r4.0<1>:w 0x76543210:v
    and (8) r5.0<1>:d r0.1<0;1,0>:d 3:d
    add (8) r5.0<1>:d r5.0<8;8,1>:d r4.0<8;8,1>:w
    cmp.g.f0.0 (8) null:d r5.0<8;8,1>:d 5:d
    (f0.0) if (8) other out
    mov (8) r5.0<1>:d 2:d
    else (8) out out
  other:
    add (8) r5.0<1>:d r5.0<8;8,1>:d 1:d
  out:
    endif (8) again
  again:
    mul (8) r2.0<1>:ud r5.0<8;8,1>:ud 64:uw
    send (8) null r2 0xC 0x4026efe
    add (8) r5.0<1>:d r5.0<8;8,1>:d -1:d
    cmp.nz.f0.0 (8) null:d r5.0<8;8,1>:d 0:d
    (f0.0) while (8) again
    send (8) null r127 0x27 0x02000010 {EOT}
)",
                     {.groups = 40, .slm_bytes = 4096});
}

// Only some groups are timed. The others get the cycles of groups that do the same.
TEST(Profile, CyclesOfAllGroupsFollowFromSome) {
  const auto all = profile_of(mixing_kernel(20), {.groups = 200});
  const auto profiler = std::make_shared<profile::Profiler>(profile::Timed::some);
  TestGpu gpu(ExecutorOptions{.observers = {std::make_shared<profile::ProfileSource>(profiler)}}, 1);
  gpu.load(machine_code(mixing_kernel(20)));
  ASSERT_TRUE(gpu.run({.groups = 200}));
  const auto some = profiler->kernels();
  ASSERT_EQ(some.size(), 1U);
  EXPECT_LT(some[0].timed_groups, 20U);
  EXPECT_GE(some[0].timed_groups, 5U);
  EXPECT_EQ(some[0].group_cycles, all[0].group_cycles);
  for (std::size_t i = 0; i < all[0].instructions.size(); ++i) {
    EXPECT_EQ(some[0].instructions[i].issue, all[0].instructions[i].issue) << i;
    EXPECT_EQ(some[0].instructions[i].stalled, all[0].instructions[i].stalled) << i;
    EXPECT_EQ(some[0].instructions[i].blamed, all[0].instructions[i].blamed) << i;
  }
}

// Channel i counts down from i + 1, so that channels leave the loop one by one.
TEST(Profile, SeesDivergence) {
  const auto kernels = profile_of(R"(
    mov (8) r4.0<1>:w 0x76543210:v
    add (8) r5.0<1>:d r4.0<8;8,1>:uw 1:d
  again:
    add (8) r5.0<1>:d r5.0<8;8,1>:d -1:d
    cmp.nz.f0.0 (8) null:d r5.0<8;8,1>:d 0:d
    (f0.0) while (8) again
    send (8) null r127 0x27 0x02000010 {EOT}
)",
                                  {});
  ASSERT_EQ(kernels.size(), 1U);
  const InstructionCounts& loop = kernels[0].instructions[4];
  EXPECT_EQ(loop.executions, 8U);
  EXPECT_EQ(loop.divergences, 7U);
  EXPECT_EQ(loop.parted, 7U);
  EXPECT_EQ(kernels[0].instructions[2].channels, 8U + 7 + 6 + 5 + 4 + 3 + 2 + 1);
  const auto models = profile::analyse(isa::kGen9, kernels)[0].models;
  const auto found = profile::findings(kernels[0], models);
  ASSERT_FALSE(found.empty());
  EXPECT_TRUE(std::ranges::any_of(found, [](const auto& each) { return each.what.starts_with("divergence"); }));
}

// Channels with a stride of `dwords` in shared local memory.
std::string local_kernel(unsigned dwords) {
  return fmt::format(R"(
    mov (8) r4.0<1>:w 0x76543210:v
    mov (8) r5.0<1>:ud r4.0<8;8,1>:uw
    mul (8) r2.0<1>:ud r5.0<8;8,1>:ud {}:uw
    send (8) null r2 0xC 0x4026efe
    send (8) null r127 0x27 0x02000010 {{EOT}}
)",
                     dwords * 4);
}
TEST(Profile, CountsConflictsOfSharedLocalMemory) {
  for (const unsigned stride : {1U, 2U, 4U, 8U, 16U, 17U}) {
    const auto kernels = profile_of(local_kernel(stride), {.slm_bytes = 4096});
    ASSERT_EQ(kernels.size(), 1U);
    const unsigned arrays = 16 / std::gcd(stride, 16U);
    EXPECT_EQ(kernels[0].instructions[3].slm_clocks, std::max(1U, 8 / std::min(arrays, 8U))) << stride;
    EXPECT_EQ(kernels[0].instructions[3].slm_least, 1U);
    EXPECT_EQ(profile::total(kernels[0]).lines, 0U);
  }
}

// Eight channels write four dwords each, one channel after the other: 32 dwords in a row.
TEST(Profile, CountsElementsOfAMessageTogether) {
  const auto kernels = profile_of(R"(
    mov (8) r4.0<1>:w 0x76543210:v
    mov (8) r5.0<1>:ud r4.0<8;8,1>:uw
    mul (8) r2.0<1>:ud r5.0<8;8,1>:ud 16:uw
    send (8) null r2 0xC 0x0a0260fe
    send (8) null r127 0x27 0x02000010 {EOT}
)",
                                  {.slm_bytes = 4096});
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].instructions[3].slm_bytes, 128U);
  EXPECT_EQ(kernels[0].instructions[3].slm_clocks, 2U);
  EXPECT_EQ(kernels[0].instructions[3].slm_least, 2U);
  const auto found = profile::findings(kernels[0], profile::analyse(isa::kGen9, kernels)[0].models);
  EXPECT_FALSE(std::ranges::any_of(found, [](const auto& each) { return each.what.starts_with("conflicts"); }));
}

// BXT PRM vol6 "Shared Local Memory": a block of 64 KB in each bank of the L3 on Gen9LP, for all subslices.
TEST(Profile, LocalMemoryIsABlockInEachBankOfApolloLake) {
  const auto resident = [](const char* name, std::uint32_t slm_bytes) {
    const Device& device = *find_device(name);
    const auto model = profile::make_device_model(device, *ThreadPools::make(device, {}), 1, slm_bytes, 0);
    return std::pair(model.slm_blocks, model.resident_groups);
  };
  EXPECT_EQ(resident("bxt", 64 * 1024), std::pair(2U, 2U));
  EXPECT_EQ(resident("bxt", 16 * 1024), std::pair(2U, 8U));
  EXPECT_EQ(resident("glk", 64 * 1024), std::pair(2U, 2U));
  EXPECT_EQ(resident("bxt2x6", 64 * 1024), std::pair(1U, 1U));
  EXPECT_EQ(resident("skl", 64 * 1024), std::pair(3U, 3U));
}

// Each group that waits at barriers needs a barrier register. A subslice has 16 barrier registers.
TEST(Profile, BarriersLimitSmallGroups) {
  const auto limits = [](unsigned threads, bool has_barrier) {
    const Device& device = *find_device("skl");
    const auto model = profile::make_device_model(device, *ThreadPools::make(device, {}), threads, 0, 0, has_barrier);
    return std::tuple(model.limits.threads, model.limits.barriers, model.resident_groups);
  };
  EXPECT_EQ(limits(1, false), std::tuple(168U, 0U, 168U));
  EXPECT_EQ(limits(1, true), std::tuple(168U, 48U, 48U));
  EXPECT_EQ(limits(8, true), std::tuple(21U, 48U, 21U));
}

TEST(Profile, GoesThroughJson) {
  const auto kernels = profile_of(kStraightKernel, {.groups = 64});
  const std::string text = profile::counts_to_json(kernels);
  const auto back = profile::counts_from_json(text);
  ASSERT_TRUE(back);
  EXPECT_EQ(profile::counts_to_json(*back), text);
  EXPECT_EQ(profile::as_text(profile::analyse(isa::kGen9, *back)),
            profile::as_text(profile::analyse(isa::kGen9, kernels)));
  for (std::size_t length = 0; length < text.size() - 2; length += 7)
    EXPECT_FALSE(profile::counts_from_json(std::string_view(text).substr(0, length))) << length;
}

TEST(Profile, ReportsNameTheKernelAndEscapeIt) {
  auto kernels = profile_of(kStraightKernel, {.groups = 64});
  kernels[0].name = "a<b>&";
  const auto reports = profile::analyse(isa::kGen9, kernels);
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_NE(profile::as_text(reports).find("kernel a<b>&: 1 dispatches, 64 threads"), std::string::npos);
  const std::string html = profile::as_html(reports, "x\"y");
  EXPECT_NE(html.find("a&lt;b&gt;&amp;"), std::string::npos);
  EXPECT_EQ(html.find("a<b>"), std::string::npos);
}

}  // namespace
}  // namespace eugene::gpu
