// The scoreboard check reports what a thread reads or overwrites too early. Instructions are fed to its observer as the
// interpreter would report them.
#include "check/scoreboard/scoreboard.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "asm/assemble.h"
#include "check/raw_finding.h"
#include "eu/prepared_op.h"
#include "eu/thread_block.h"

namespace eugene::check {
namespace {

struct Found final : Sink {
  void add(RawFinding found) override { all.push_back(std::move(found)); }
  std::vector<RawFinding> all;
};

// The instructions that each thread executes, by index.
using Paths = std::vector<std::vector<std::uint32_t>>;

std::vector<RawFinding> found_in(const std::string& text, const Paths& paths) {
  const auto assembled = assembly::assemble(isa::kGen12, assembly::kIga, text, "test");
  EXPECT_TRUE(assembled);
  if (!assembled) return {};
  const isa::Program& program = assembled->kernels.front().program;
  const std::unique_ptr<DispatchCheck> check = scoreboard_check(program);
  const std::unique_ptr<eu::Observer> observer = check->worker_begins();
  eu::ThreadBlock threads(static_cast<unsigned>(paths.size()), 0);
  observer->group_begins({.index = 5, .threads = threads, .count = threads.size()});
  for (unsigned thread = 0; thread < paths.size(); ++thread) {
    for (const std::uint32_t index : paths[thread]) {
      eu::PreparedOp op;
      op.index = index;
      observer->executed(op, threads[thread], 8, 0xF0);
    }
  }
  observer->group_ends();
  Found found;
  check->report(found);
  return found.all;
}

constexpr const char* kLoad =
    "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E00 {$3}\n"
    "sync.nop null {$3.dst}\n"
    "mov (8|M0) r1.0<1>:d r20.0<8;8,1>:d\n"
    "mov (8|M0) r10.0<1>:d 0:d\n";

TEST(ScoreboardCheck, APathWithItsWaitsIsRight) { EXPECT_TRUE(found_in(kLoad, {{0, 1, 2, 3}}).empty()); }

TEST(ScoreboardCheck, ReportsTheFirstReadThatDoesNotWait) {
  const std::vector<RawFinding> found = found_in(kLoad, {{0, 1, 2}, {0, 2}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, "scoreboard.read");
  ASSERT_EQ(found[0].sides.size(), 2U);
  EXPECT_EQ(found[0].sides[0].group, 5U);
  EXPECT_EQ(found[0].sides[1].thread, 1U);
  EXPECT_EQ(found[0].sides[1].channel, 4U);
  EXPECT_EQ(found[0].sides[0].instruction, 0U);
  EXPECT_EQ(found[0].sides[0].kind, eu::AccessKind::write);
  EXPECT_EQ(found[0].sides[1].kind, eu::AccessKind::read);
  EXPECT_NE(found[0].what.find("r20 is read"), std::string::npos);
  EXPECT_NE(found[0].hint.find("$3.dst"), std::string::npos);
}

TEST(ScoreboardCheck, ReportsPayloadsThatAreOverwritten) {
  const std::vector<RawFinding> found = found_in(kLoad, {{0, 3}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, "scoreboard.write");
  EXPECT_NE(found[0].hint.find("$3.src"), std::string::npos);
}

TEST(ScoreboardCheck, ThreadsHaveTokensOfTheirOwn) { EXPECT_TRUE(found_in(kLoad, {{0}, {2, 3}}).empty()); }

}  // namespace
}  // namespace eugene::check
