// The debugger's records of memory and time: bytes that were overwritten, their writers, places of threads.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <span>

#include "debug/journal.h"
#include "debug/track.h"
#include "debug/writers.h"
#include "memory/view.h"

namespace eugene::debug {
namespace {

// Two pages from address 0 on.
class Pages final : public memory::PageSource {
 public:
  std::byte* page(std::uint64_t address, memory::Access /*access*/) override {
    return address < bytes.size() ? &bytes[address] : nullptr;
  }
  std::array<std::byte, 2 * memory::kPageBytes> bytes{};
};

TEST(DebugJournal, PutsBackWhatGroupsHaveWritten) {
  Pages pages;
  Journal journal(pages);
  const auto write = [&](std::uint64_t address, unsigned value) {
    journal.keep(address, 1);
    pages.bytes[address] = std::byte(value);
  };
  for (unsigned group = 0; group != 4; ++group) {
    journal.group_begins(group);
    write(100, group + 1);
    write(4090 + group, group + 1);
  }
  EXPECT_EQ(journal.group_before(2), 2U);
  journal.restore(2);
  EXPECT_EQ(pages.bytes[100], std::byte{2});
  EXPECT_EQ(pages.bytes[4091], std::byte{2});
  EXPECT_EQ(pages.bytes[4092], std::byte{0});
  journal.group_begins(2);
  write(100, 9);
  journal.restore(0);
  EXPECT_EQ(pages.bytes[100], std::byte{0});
  EXPECT_EQ(pages.bytes[4090], std::byte{0});
}

TEST(DebugJournal, KeepsAccessesAcrossLinesAndNoneThatIsNotThere) {
  Pages pages;
  Journal journal(pages);
  journal.group_begins(0);
  journal.keep(4094, 4);
  journal.keep(3 * memory::kPageBytes, 4);
  for (unsigned i = 0; i != 4; ++i) pages.bytes[4094 + i] = std::byte{1};
  journal.restore(0);
  for (unsigned i = 0; i != 4; ++i) EXPECT_EQ(pages.bytes[4094 + i], std::byte{0});
}

TEST(DebugJournal, JoinsGroupsWhereThereAreTooMany) {
  Pages pages;
  Journal journal(pages, 8);
  for (unsigned group = 0; group != 64; ++group) {
    journal.group_begins(group);
    journal.keep(group * 64, 4);
    journal.keep(0, 4);
    pages.bytes[0] = std::byte(group + 1);
    pages.bytes[group * 64 + 1] = std::byte{7};
  }
  const std::uint64_t from = journal.group_before(40);
  EXPECT_LE(from, 40U);
  journal.restore(from);
  EXPECT_EQ(pages.bytes[0], std::byte(from));
  EXPECT_EQ(pages.bytes[from * 64 + 1], std::byte{0});
  EXPECT_EQ(pages.bytes[(from - 1) * 64 + 1], std::byte{7});
}

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
  track.group_begins(7, 2);
  EXPECT_TRUE(track.begins(0, 0, 0));
  EXPECT_FALSE(track.begins(0, 0, 0));  // it has waited
  EXPECT_TRUE(track.begins(1, 0, 0));
  EXPECT_TRUE(track.begins(0, 1, 1));
  EXPECT_EQ(track.now(), (Moment{.group = 7, .event = 3}));
  EXPECT_EQ(track.instruction_before(0), 1U);
  EXPECT_EQ(track.line_before(0), 1U);  // the beginning of the line
  EXPECT_TRUE(track.begins(0, 2, 2));
  EXPECT_EQ(track.line_before(0), 1U);  // line 2 begins here
  EXPECT_TRUE(track.begins(0, 3, 3));
  EXPECT_EQ(track.line_before(0), 4U);
  EXPECT_EQ(track.instruction_before(1), 0U);
}

}  // namespace
}  // namespace eugene::debug
