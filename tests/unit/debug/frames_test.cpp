// The functions around an instruction, the calls on the way to it, and steps over and out of functions.
#include "debug/frames.h"

#include <gtest/gtest.h>

#include "debug/track.h"
#include "isa/program.h"

namespace eugene::debug {
namespace {

// kernel [0, 64) has inner [16, 32) in it, called in line 5; other [64, 96) is called.
SourceVariables functions() {
  SourceVariables all;
  all.functions = {{.name = "kernel", .scope = {{.begin = 0, .end = 64}}, .called_at = {}},
                   {.name = "inner", .scope = {{.begin = 16, .end = 32}}, .called_at = SourceLine{"k.cl", 5, 0}},
                   {.name = "other", .scope = {{.begin = 64, .end = 96}}, .called_at = {}}};
  return all;
}

SourceLines lines() {
  return {.files = {"k.cl"},
          .rows = {{.begin = 0, .line = 4},
                   {.begin = 16, .line = 1},
                   {.begin = 32, .line = 6},
                   {.begin = 64, .line = 10},
                   {.begin = 80, .line = 11}},
          .given_text = {}};
}

isa::Program program() {
  isa::Program result;
  result.instructions.resize(6);
  for (std::uint32_t i = 0; i != 6; ++i) result.offsets.push_back(16 * i);
  result.instructions[2].opcode = isa::Opcode::call;
  return result;
}

TEST(DebugFrames, AreTheFunctionsAroundAnInstruction) {
  const auto frames = frames_at(functions(), lines(), 16, {});
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0], (StackFrame{.ip = 16, .function = 1, .line = SourceLine{"k.cl", 1, 0}}));
  EXPECT_EQ(frames[1], (StackFrame{.ip = 16, .function = 0, .line = SourceLine{"k.cl", 5, 0}}));
  EXPECT_EQ(find_depths(functions(), program()), (std::vector<std::uint8_t>{1, 2, 1, 1, 1, 1}));
}

TEST(DebugFrames, AreThoseOfTheCallsToo) {
  const std::vector<std::uint32_t> calls{32};
  const auto frames = frames_at(functions(), lines(), 80, calls);
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0].function, 2U);
  EXPECT_EQ(frames[1], (StackFrame{.ip = 32, .function = 0, .line = SourceLine{"k.cl", 6, 0}, .calls = 1}));
}

TEST(DebugFrames, OneIsThereWhereNothingIsKnown) {
  EXPECT_EQ(frames_at({}, {}, 8, {}),
            (std::vector{StackFrame{.ip = 8, .function = SourceFunction::kNone, .line = {}}}));
}

TEST(DebugFrames, FunctionsAreEnteredBehindTheirFirstLine) {
  EXPECT_EQ(find_entries(functions(), lines(), "other"), std::set<std::uint32_t>{80});
  EXPECT_EQ(find_entries(functions(), lines(), "inner"), std::set<std::uint32_t>{16});
  EXPECT_TRUE(find_entries(functions(), lines(), "nothing").empty());
}

TEST(DebugTrack, FollowsCallsUntilTheyReturn) {
  Track track(program(), lines());
  track.group_begins(1);
  std::uint64_t event = 0;
  const auto begins = [&](std::uint32_t index) { track.begins(0, index, ++event); };
  for (const std::uint32_t each : {0U, 1U, 2U}) begins(each);
  EXPECT_TRUE(track.calls(0).empty());
  begins(4);
  EXPECT_EQ(track.calls(0), std::vector<std::uint32_t>{2});
  begins(5);
  begins(3);
  EXPECT_TRUE(track.calls(0).empty());
  // No channel runs the call, so the thread goes on behind it.
  begins(2);
  begins(3);
  EXPECT_TRUE(track.calls(0).empty());
}

}  // namespace
}  // namespace eugene::debug
