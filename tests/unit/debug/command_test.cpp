// The debugger's commands: what each line means, and that wrong ones are refused.
#include "debug/command.h"

#include <gtest/gtest.h>

namespace eugene::debug {
namespace {

TEST(DebugCommand, BreaksAtLinesKernelsAndInstructions) {
  EXPECT_EQ(parse_command("break sum.cl:5")->place, (Place{.line = 5, .name = "sum.cl"}));
  EXPECT_EQ(parse_command("b 7")->place, Place{.line = 7});
  EXPECT_EQ(parse_command("b sum")->place, Place{.name = "sum"});
  EXPECT_EQ(parse_command("b *0x148")->place, Place{.offset = 0x148});
  EXPECT_EQ(parse_command("b 7 item 5,2 after 3")->place, (Place{.line = 7, .item = GlobalId{5, 2, 0}, .ignored = 3}));
}

TEST(DebugCommand, ReadsRegionsOfRegisters) {
  const auto all = parse_command("print r10.2<4;4,1>:f");
  ASSERT_TRUE(all);
  EXPECT_EQ(
      all->elements,
      (Elements{.number = 10, .element = 2, .region = {.vstride = 4, .width = 4, .hstride = 1}, .type = isa::Type::f}));
  EXPECT_EQ(parse_command("p r127")->elements, Elements{.number = 127});
  EXPECT_TRUE(parse_command("p f1")->elements.is_flag);
  EXPECT_EQ(parse_command("p f1")->elements.number, 1U);
}

TEST(DebugCommand, ReadsPlacesInMemory) {
  EXPECT_EQ(parse_command("x /16 0x1000:f")->memory, (Memory{.address = 0x1000, .count = 16, .type = isa::Type::f}));
  EXPECT_EQ(parse_command("x local:64")->memory, (Memory{.is_local = true, .address = 64}));
}

TEST(DebugCommand, CountsSteps) {
  EXPECT_EQ(parse_command("s")->number, 1U);
  EXPECT_EQ(parse_command("stepi 12")->number, 12U);
  EXPECT_EQ(parse_command("  # a comment")->verb, Verb::nothing);
  EXPECT_EQ(parse_command("")->verb, Verb::nothing);
}

TEST(DebugCommand, RefusesWrongLines) {
  for (const char* each : {"brake 5",
                           "break",
                           "break 0",
                           "break f.cl:",
                           "break f.cl:x",
                           "break *",
                           "break *zz",
                           "break 5 item",
                           "break 5 item a",
                           "break 5 item 1,2,3,4",
                           "break 5 when 3",
                           "break 5 after x",
                           "print",
                           "print r128",
                           "print r1:zz",
                           "print r1<8;0,1>",
                           "print r1<8;8,1",
                           "print r1 r2",
                           "print f2",
                           "print x",
                           "x",
                           "x /0 0",
                           "x /5000 0",
                           "x 12q",
                           "x 0:zz",
                           "step x",
                           "delete",
                           "thread",
                           "thread x",
                           "continue 5"})
    EXPECT_FALSE(parse_command(each)) << each;
}

}  // namespace
}  // namespace eugene::debug
