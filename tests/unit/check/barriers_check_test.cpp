// Barriers that the threads of a group use wrongly, in both tiers.
#include "check/sync/barriers.h"

#include <gtest/gtest.h>

#include "checked_run.h"

namespace eugene::gpu::barriers_check_test {
namespace {

using check::RawFinding;

constexpr const char* kBegin = R"(
    and (1) r1.0<1>:ud r0.5<0;1,0>:ud 0x1FF:ud {NoMask}
    and (8) r14.0<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud {NoMask}
    cmp.l.f0.0 (1) null:ud r1.0<0;1,0>:ud 1:ud {NoMask}
)";
constexpr const char* kBarrier = R"(
    send (1) null r14 0x3 0x02000004 {NoMask}
    wait (1) n0 {NoMask}
)";
constexpr const char* kEnd = "    send (8) null r127 0x27 0x02000010 {EOT}\n";

std::vector<RawFinding> found_in(const std::string& kernel, const CheckedRun& run, std::uint32_t groups) {
  const auto make = [](const ObservedDispatch& dispatch) { return check::barrier_check(dispatch.kernel.program()); };
  return checked_run(check::kBarrierInterest, kernel, {.groups = groups, .threads = 3}, run, make);
}

std::vector<RawFinding> found_in_both(const std::string& kernel, std::uint32_t groups) {
  std::vector<RawFinding> interpreted = found_in(kernel, {}, groups);
  if (Compiler::exists()) {
    const std::vector<RawFinding> compiled = found_in(kernel, {.tier = Tier::jit}, groups);
    EXPECT_EQ(compiled.size(), interpreted.size());
    for (std::size_t i = 0; i < std::min(compiled.size(), interpreted.size()); ++i)
      EXPECT_EQ(compiled[i].what, interpreted[i].what);
  }
  return interpreted;
}

TEST(BarrierChecks, OfAllThreadsAreRight) {
  EXPECT_EQ(found_in_both(std::string(kBegin) + kBarrier + kBarrier + kEnd, 2).size(), 0U);
}

TEST(BarrierChecks, ThatMeetOthersAreFound) {
  // Thread 0 jumps over the first barrier to the second; then all are at the end.
  const std::string kernel = std::string(kBegin) + "    (f0.0) jmpi (1) other {NoMask}\n" + kBarrier +
                             "    jmpi (1) done {NoMask}\n  other:\n" + kBarrier + "  done:\n" + kEnd;
  const std::vector<RawFinding> found = found_in_both(kernel, 2);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, "sync.order");
  ASSERT_EQ(found[0].sides.size(), 2U);
  EXPECT_EQ(found[0].sides[0].thread, 0U);
  EXPECT_EQ(found[0].sides[1].thread, 1U);
  EXPECT_GT(found[0].sides[0].instruction, found[0].sides[1].instruction);
  EXPECT_EQ(found[0].count, 2U);
}

TEST(BarrierChecks, ThatSomeWorkItemsDoNotReachAreFound) {
  const std::string kernel = std::string(kBegin) + "    mov (8) r4.0<1>:w 0x76543210:v\n" +
                             "    cmp.l.f0.1 (8) null:w r4.0<8;8,1>:w 3:w\n    (f0.1) if (8) end end\n" + kBarrier +
                             "  end:\n    endif (8) next\n  next:\n" + kEnd;
  const std::vector<RawFinding> found = found_in_both(kernel, 1);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, "sync.barrier");
  EXPECT_EQ(found[0].what, "a barrier that 3 of the 8 work-items of an EU thread reach, and this one does not");
  EXPECT_EQ(found[0].sides[0].channel, 3U);
  EXPECT_EQ(found[0].count, 3U);
}

}  // namespace
}  // namespace eugene::gpu::barriers_check_test
