// vISA manual GOTO, RET: which branches of an execution size of one may be jumps of the thread.
#include "lower/thread_jumps.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "visa/form.h"
#include "visa/parse.h"

namespace eugene::lower {
namespace {

struct Found {
  std::string jumps;  // a character for each GOTO and RET: j or w
  std::vector<bool> is_waited_at;
  bool has_waiters_at_end = false;  // the kernel's end, where channels may wait
};

Found find(const std::string& body) {
  const auto module = visa::parse(
      ".version 4.1\n.kernel \"k\"\n.decl P1 v_type=P num_elts=16\n.function \"k_0\"\nk_0:\n" + body, "test");
  if (!module) throw std::runtime_error(module.error().front().message);
  const visa::Kernel& kernel = module->kernels.front();
  const Branches branches = find_jumps(kernel);
  Found found;
  for (std::size_t n = 0; n < kernel.instructions.size(); ++n) {
    const visa::Page page = visa::forms()[kernel.instructions[n].form].page;
    if (page == visa::Page::goto_ || page == visa::Page::ret) found.jumps += branches.is_jump[n] ? 'j' : 'w';
  }
  found.is_waited_at.assign(branches.is_waited_at.begin() + 1, branches.is_waited_at.end());  // but of k_0
  found.has_waiters_at_end = branches.ends_waited_at[0];
  return found;
}

TEST(ThreadJumps, AreBranchesOfOneChannelWhereNobodyWaits) {
  const Found found = find("A:\n (P1) goto (M1, 1) B\n goto (M1, 1) C\nB:\nC:\n (P1) goto (M1, 1) A\n ret (M1, 1)\n");
  EXPECT_EQ(found.jumps, "jjjj");
  EXPECT_EQ(found.is_waited_at, (std::vector<bool>{false, false, false}));
}

TEST(ThreadJumps, DoNotPassWhereChannelsWait) {
  const Found found =
      find("(P1) goto (M1, 16) A\n (P1) goto (M1, 1) A\n (P1) goto (M1, 1) B\nA:\n yield\nB:\n ret (M1, 1)\n");
  EXPECT_EQ(found.jumps, "wjwj");
  EXPECT_EQ(found.is_waited_at, (std::vector<bool>{true, true}));
}

// The goto to B must not jump: it would pass A, where channels wait. So its channels wait at B, which the goto to C
// would pass.
TEST(ThreadJumps, DoNotPassWhereBranchesThatAreNoneWait) {
  const Found found = find(
      "(P1) goto (M1, 16) A\n (P1) goto (M1, 1) B\nA:\n (P1) goto (M1, 1) C\n yield\nB:\n yield\nC:\n ret (M1, 1)\n");
  EXPECT_EQ(found.jumps, "wwwj");
}

// Channels that leave a loop wait after it. A jump over the loop finds none there yet; a jump from inside does.
TEST(ThreadJumps, DoNotPassTheEndOfALoopThatChannelsLeave) {
  const Found over = find("(P1) goto (M1, 1) B\nA:\n (P1) goto (M1, 16) A\n yield\nB:\n ret (M1, 1)\n");
  EXPECT_EQ(over.jumps, "jwj");
  const Found inside = find("A:\n (P1) goto (M1, 1) B\n (P1) goto (M1, 16) A\n yield\nB:\n ret (M1, 1)\n");
  EXPECT_EQ(inside.jumps, "wwj");
  const Found to_the_end = find("A:\n (P1) goto (M1, 1) C\n (P1) goto (M1, 16) A\nC:\n ret (M1, 1)\n");
  EXPECT_EQ(to_the_end.jumps, "jwj");
}

// A jump may pass a diverging branch if channels have not diverged yet, unless the thread returns while channels wait.
TEST(ThreadJumps, PassWhereChannelsWillWaitLater) {
  EXPECT_EQ(find("(P1) goto (M1, 1) B\n (P1) goto (M1, 16) A\n yield\nA:\n yield\nB:\n ret (M1, 1)\n").jumps, "jwj");
  EXPECT_EQ(
      find("L:\n (P1) goto (M1, 1) B\n (P1) goto (M1, 16) A\n (P1) goto (M1, 1) L\nA:\n yield\nB:\n ret (M1, 1)\n")
          .jumps,
      "wwjj");
}

TEST(ThreadJumps, DoNotPassACallNorWaitingChannelsToTheEnd) {
  EXPECT_EQ(
      find("(P1) goto (M1, 1) B\n call (M1, 16) S\n yield\nB:\n ret (M1, 1)\n.function \"S\"\nS:\n ret (M1, 16)\n")
          .jumps,
      "wjw");
  EXPECT_EQ(find("(P1) goto (M1, 16) B\n (P1) ret (M1, 1)\nB:\n ret (M1, 1)\n").jumps, "wwj");
}

TEST(ThreadJumps, ToTheEndLeaveNobodyWaitingThere) {
  EXPECT_FALSE(find("(P1) ret (M1, 1)\n ret (M1, 1)\n").has_waiters_at_end);
  EXPECT_TRUE(find("(P1) ret (M1, 16)\n ret (M1, 1)\n").has_waiters_at_end);
}

}  // namespace
}  // namespace eugene::lower
