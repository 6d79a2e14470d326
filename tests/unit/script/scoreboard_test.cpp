// exec --check reports what a thread of Gen12 reads too early.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "asm/assemble.h"
#include "script/reliance/checker.h"

namespace eugene::script::reliance {
namespace {

// The texts of the reports on the scoreboard.
std::vector<std::string> reports(const std::string& text) {
  const auto assembled = assembly::assemble(isa::kGen12, assembly::kIga, text, "test");
  EXPECT_TRUE(assembled);
  if (!assembled) return {};
  const isa::Program& program = assembled->kernels.front().program;
  GroupMemory memory;
  Checker checker(program, memory);
  const auto thread = std::make_unique<eu::Thread>();
  thread->dispatched = thread->running = 0xFF;
  for (const std::uint32_t offset : program.offsets) {
    thread->ip = offset;
    ++thread->instructions_executed;
    checker.look(*thread);
    checker.look(*thread);  // as a thread that waits
  }
  std::vector<std::string> found;
  for (const Suspicion& each : checker.take_found()) {
    if (each.cause == Cause::scoreboard) found.push_back(each.what);
  }
  return found;
}

TEST(ScoreboardCause, ReadsThatDoNotWait) {
  EXPECT_TRUE(reports("add (8|M0) r10.0<1>:d r1.0<8;8,1>:d r2.0<8;8,1>:d\n"
                      "mov (8|M0) r3.0<1>:d r10.0<8;8,1>:d {@1}\n")
                  .empty());
  EXPECT_EQ(reports("add (8|M0) r10.0<1>:d r1.0<8;8,1>:d r2.0<8;8,1>:d\n"
                    "mov (8|M0) r3.0<1>:d r10.0<8;8,1>:d\n"),
            std::vector<std::string>{"r10 is read, and add at 0x0 writes it; add @1"});
}

}  // namespace
}  // namespace eugene::script::reliance
