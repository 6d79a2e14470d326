// The debugger's commands: what each line means, and that wrong ones are refused.
#include "debug/command.h"

#include <gtest/gtest.h>

#include "debug/embedded_source.h"

namespace eugene::debug {
namespace {

TEST(DebugCommand, BreaksAtLinesKernelsAndInstructions) {
  EXPECT_EQ(parse_command("break sum.cl:5")->place, (StopPoint{.line = 5, .name = "sum.cl"}));
  EXPECT_EQ(parse_command("b 7")->place, StopPoint{.line = 7});
  EXPECT_EQ(parse_command("b sum")->place, StopPoint{.name = "sum"});
  EXPECT_EQ(parse_command("b *0x148")->place, StopPoint{.offset = 0x148});
  EXPECT_EQ(parse_command("b 7 item 5,2 after 3")->place,
            (StopPoint{.line = 7, .item = GlobalId{5, 2, 0}, .ignored = 3}));
}

TEST(DebugCommand, ReadsRegionsOfRegisters) {
  const auto all = parse_command("print r10.2<4;4,1>:f");
  ASSERT_TRUE(all);
  ASSERT_NE(all->expression.registers(), nullptr);
  EXPECT_EQ(
      *all->expression.registers(),
      (Elements{.number = 10, .element = 2, .region = {.vstride = 4, .width = 4, .hstride = 1}, .type = isa::Type::f}));
  EXPECT_EQ(*parse_command("p r127")->expression.registers(), Elements{.number = 127});
  EXPECT_TRUE(parse_command("p f1")->expression.registers()->is_flag);
  EXPECT_EQ(parse_command("p f1")->expression.registers()->number, 1U);
}

TEST(DebugCommand, ReadsPlacesInMemory) {
  EXPECT_EQ(parse_command("x /16 0x1000:f")->memory, (Memory{.address = 0x1000, .count = 16, .type = isa::Type::f}));
  EXPECT_EQ(parse_command("x local:64")->memory, (Memory{.is_local = true, .address = 64}));
}

TEST(DebugSource, IsFoundInOtherFiles) {
  EXPECT_EQ(lines_before("import cl\nSOURCE = \"\"\"kernel void k() {\n}\n\"\"\"\n", "kernel void k() {\n}\n"), 1);
  EXPECT_EQ(lines_before("kernel void k() {\n}", "kernel void k() {\n}\n"), 0);
  EXPECT_EQ(lines_before("kernel void k() {\n}\n", "#define N 5\n\nkernel void k() {\n}\n"), -2);
  EXPECT_FALSE(lines_before("kernel void other() {\n}\n", "kernel void k() {\n}\n"));
  EXPECT_FALSE(lines_before("a file", " \n"));
  EXPECT_FALSE(lines_before_in("/no/such/file", "kernel"));
  EXPECT_FALSE(lines_before_like("/no/such/file.cl", "kernel"));
  EXPECT_TRUE(is_file("/home/me/./inc/part.h", "inc/part.h"));
  EXPECT_TRUE(is_file("/home/me/./inc/part.h", "/home/me/inc/part.h"));
  EXPECT_FALSE(is_file("/home/me/inc/apart.h", "part.h"));
}

TEST(DebugCommand, CountsSteps) {
  EXPECT_EQ(parse_command("s")->number, 1U);
  EXPECT_EQ(parse_command("stepi 12")->number, 12U);
  EXPECT_EQ(parse_command("  # a comment")->verb, Verb::nothing);
  EXPECT_EQ(parse_command("")->verb, Verb::nothing);
}

TEST(DebugCommand, ReadsConditionsAndMessages) {
  const auto both = parse_command("break k.cl:7 after 2 if r10.0:d > -5 && p.b[2] == 3 say i is {i}, {r1:uw}!");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->place.condition.text, "r10.0:d > -5 && p.b[2] == 3");
  EXPECT_EQ(both->place.message->texts, (std::vector<std::string>{"i is ", ", ", "!"}));
  ASSERT_EQ(both->place.message->values.size(), 2U);
  EXPECT_EQ(both->place.message->values[0].text, "i");
  EXPECT_EQ(*both->place.message->values[1].registers(), (Elements{.number = 1, .type = isa::Type::uw}));
  EXPECT_EQ(both->place.ignored, 2U);
}

TEST(DebugCommand, StopsAtFindingsAndWrites) {
  EXPECT_EQ(parse_command("catch memory.bounds")->place, StopPoint{.caught = "memory.bounds"});
  EXPECT_EQ(parse_command("watch local:8:uw")->place,
            (StopPoint{.written = Memory{.is_local = true, .address = 8, .type = isa::Type::uw}}));
  EXPECT_EQ(parse_command("writer out[3]")->expression.text, "out[3]");
  EXPECT_EQ(parse_command("writer 0x40:uq")->memory, (Memory{.address = 0x40, .type = isa::Type::uq}));
  EXPECT_EQ(parse_command("set p.a = 2.5")->value.text, "2.5");
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
                           "print a b$",
                           "catch",
                           "watch here",
                           "break 5 if r1:d > ",
                           "break 5 say {i",
                           "set i",
                           "set i + 1 = 2",
                           "break 5 if (i",
                           "print p[",
                           "print get_global_id(3)",
                           "print 5z",
                           "writer r1",
                           "writer",
                           "lane",
                           "show",
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
