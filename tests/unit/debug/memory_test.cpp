// The debugger's records: writers of bytes, places of threads.
#include <gtest/gtest.h>

#include "debug/track.h"
#include "debug/writers.h"

namespace eugene::debug {
namespace {

TEST(DebugWriters, KnowsTheLastOfEachByte) {
  Writers writers;
  writers.note(false, 4094, 4, {.group = 1, .event = 5, .instruction = 3, .channel = 2});
  writers.note(false, 4096, 1, {.group = 1, .event = 9, .instruction = 4});
  EXPECT_EQ(writers.last(false, 4094, 2)->instruction, 3U);
  EXPECT_EQ(writers.last(false, 4094, 4)->instruction, 4U);
  EXPECT_FALSE(writers.last(false, 4098, 8));
  EXPECT_FALSE(writers.last(true, 4094, 4));
  writers.note(true, 0, 4, {.event = 1});
  EXPECT_TRUE(writers.last(true, 0, 4));
  writers.group_begins();
  EXPECT_FALSE(writers.last(true, 0, 4));
  EXPECT_TRUE(writers.last(false, 4094, 4));
}

TEST(DebugTrack, FindsTheInstructionAndLineBefore) {
  isa::Program program;
  program.instructions.resize(4);
  program.offsets = {0, 16, 32, 48};
  SourceLines lines{.files = {"k.cl"}, .rows = {{.begin = 0, .line = 1}, {.begin = 32, .line = 2}}};
  Track track(program, lines);
  track.group_begins(2);
  track.begins(0, 0, 1);
  track.begins(1, 0, 2);
  track.begins(0, 1, 3);
  EXPECT_EQ(track.instruction_before(0), 1U);
  EXPECT_EQ(track.line_before(0), 1U);  // the beginning of the line
  track.begins(0, 2, 4);
  EXPECT_EQ(track.line_before(0), 1U);  // line 2 begins here
  track.begins(0, 3, 5);
  EXPECT_EQ(track.line_before(0), 4U);
  EXPECT_EQ(track.instruction_before(1), 0U);
}

}  // namespace
}  // namespace eugene::debug
