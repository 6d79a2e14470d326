// The debugger's records of memory and time: bytes that were overwritten, their writers, places of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
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

struct State final : eu::GroupState {
  std::size_t bytes() const override { return 1000; }
};

Journal::Beginning group(std::uint64_t number) {
  return {.track = {.now = {.group = number}, .threads = {}}, .state = {}};
}

TEST(DebugJournal, PutsBackWhatGroupsHaveWritten) {
  Pages pages;
  Journal journal(pages);
  const auto write = [&](std::uint64_t address, unsigned value) {
    journal.keep(address, 1);
    pages.bytes[address] = std::byte(value);
  };
  for (unsigned number = 0; number != 4; ++number) {
    journal.begins(group(number));
    write(100, number + 1);
    write(4090 + number, number + 1);
  }
  EXPECT_EQ(journal.before({.group = 2, .event = 1}), (Moment{.group = 2}));
  EXPECT_EQ(journal.before({.group = 2}), (Moment{.group = 1}));
  EXPECT_FALSE(journal.before({}));
  journal.restore({.group = 2});
  EXPECT_EQ(pages.bytes[100], std::byte{2});
  EXPECT_EQ(pages.bytes[4091], std::byte{2});
  EXPECT_EQ(pages.bytes[4092], std::byte{0});
  journal.begins(group(2));
  write(100, 9);
  journal.restore({});
  EXPECT_EQ(pages.bytes[100], std::byte{0});
  EXPECT_EQ(pages.bytes[4090], std::byte{0});
}

TEST(DebugJournal, KeepsAccessesAcrossLinesAndNoneThatIsNotThere) {
  Pages pages;
  Journal journal(pages);
  journal.begins(group(0));
  journal.keep(4094, 4);
  journal.keep(3 * memory::kPageBytes, 4);
  for (unsigned i = 0; i != 4; ++i) pages.bytes[4094 + i] = std::byte{1};
  journal.restore({});
  for (unsigned i = 0; i != 4; ++i) EXPECT_EQ(pages.bytes[4094 + i], std::byte{0});
}

TEST(DebugJournal, JoinsGroupsWhereThereAreTooMany) {
  Pages pages;
  Journal journal(pages, {.lines = 8});
  for (unsigned number = 0; number != 64; ++number) {
    journal.begins(group(number));
    journal.keep(number * 64, 4);
    journal.keep(0, 4);
    pages.bytes[0] = std::byte(number + 1);
    pages.bytes[number * 64 + 1] = std::byte{7};
  }
  const std::uint64_t from = journal.before({.group = 40, .event = 1})->group;
  EXPECT_LE(from, 40U);
  EXPECT_GT(from, 0U);
  journal.restore({.group = from});
  EXPECT_EQ(pages.bytes[0], std::byte(from));
  EXPECT_EQ(pages.bytes[from * 64 + 1], std::byte{0});
  EXPECT_EQ(pages.bytes[(from - 1) * 64 + 1], std::byte{7});
}

// In a group of 10^9 instructions, there are few parts, and older parts are longer.
TEST(DebugJournal, KeepsStatesThatAreTheCloserTheLaterTheyAre) {
  constexpr std::uint64_t kEvery = 32768, kEnd = 1'000'000'000;
  Pages pages;
  Journal journal(pages);
  journal.begins(group(0));
  const auto state = std::make_shared<const State>();
  std::size_t max = 0;
  for (std::uint64_t event = kEvery; event < kEnd; event += kEvery) {
    journal.begins({.track = {.now = {.event = event}, .clock = event, .threads = {}}, .state = state});
    journal.keep(0, 1);
    pages.bytes[0] = std::byte(event / kEvery);
    max = std::max(max, journal.parts());
  }
  EXPECT_LT(max, 120U);
  for (const std::uint64_t ago : {1UL, 100'000UL, 10'000'000UL, 500'000'000UL}) {
    const std::uint64_t wanted = kEnd - ago;
    EXPECT_LE(wanted - journal.before({.event = wanted})->event, 2 * kEvery + ago / 2) << ago;
  }
  const Moment back = *journal.before({.event = kEnd / 2});
  EXPECT_EQ(journal.state_at(back), state);
  journal.restore(back);
  EXPECT_EQ(pages.bytes[0], std::byte(back.event / kEvery - 1));
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
