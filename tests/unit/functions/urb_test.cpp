// The unified return buffer: SNB PRM vol4 part2 chapter 2.
#include "gen6_fixture.h"

namespace eugene::functions {
namespace {

constexpr std::uint32_t kFfSync = 1;
constexpr std::uint32_t kInterleaved = 1U << 10;
constexpr std::uint32_t kTranspose = 2U << 10;
constexpr std::uint32_t kReservedSwizzle = 3U << 10;
constexpr std::uint32_t kAllocate = 1U << 13;
constexpr std::uint32_t kUsed = 1U << 14;
constexpr std::uint32_t kComplete = 1U << 15;

constexpr std::uint32_t at(std::uint32_t offset) { return offset << 4; }

struct UrbTest : Gen6Test {
  using Rows = std::vector<eu::Grf>;

  eu::SendStatus message(std::uint32_t control, const Rows& payload, const Options& options = {}) {
    return send(one, isa::Sfid::urb, kHeader | control, payload, options);
  }
  static eu::Grf header(std::uint32_t handle0, std::uint32_t handle1 = 0) { return row({handle0, handle1}); }
  Dwords urb_row(unsigned index) const { return dwords(urb.rows()[index]); }
  void begin(FixedFunction function, std::vector<UrbHandle> handles = {}) { urb.begin_thread(one, function, handles); }
};

// 2.1
TEST_F(UrbTest, SizesAreThoseOfTheProducts) {
  EXPECT_EQ(urb.rows().size() * 32, 32U * 1024);
  EXPECT_EQ(Urb(Urb::kGt2Rows).rows().size() * 32, 64U * 1024);
}

// 2.4.3.2.1
TEST_F(UrbTest, PlainWritesGoToConsecutiveRows) {
  EXPECT_EQ(message(at(3), {header(16), count_from(100), count_from(200)}), eu::SendStatus::done) << fault.what;
  EXPECT_EQ(urb_row(18), Dwords{});
  EXPECT_EQ(urb_row(19), dwords(count_from(100)));
  EXPECT_EQ(urb_row(20), dwords(count_from(200)));
  EXPECT_EQ(urb_row(21), Dwords{});
}

TEST_F(UrbTest, PlainWritesIgnoreTheChannels) {
  EXPECT_EQ(message(at(0), {header(16), count_from(100)}, {.channels = 0x0F}), eu::SendStatus::done);
  EXPECT_EQ(urb_row(16), dwords(count_from(100)));
  EXPECT_EQ(message(at(1), {header(16), count_from(200)}, {.channels = 0}), eu::SendStatus::done);
  EXPECT_EQ(urb_row(17), dwords(count_from(200)));
}

// 2.4.3.2.2
TEST_F(UrbTest, InterleavedWritesSeparateTwoVertices) {
  EXPECT_EQ(message(kInterleaved | at(1), {header(16, 32), count_from(0), count_from(10)}), eu::SendStatus::done);
  EXPECT_EQ(urb_row(17), (Dwords{0, 1, 2, 3, 10, 11, 12, 13}));
  EXPECT_EQ(urb_row(33), (Dwords{4, 5, 6, 7, 14, 15, 16, 17}));
}

TEST_F(UrbTest, InterleavedWritesUseTheChannels) {
  EXPECT_EQ(message(kInterleaved, {header(16, 32), count_from(1), count_from(11)}, {.channels = 0x23}),
            eu::SendStatus::done);
  EXPECT_EQ(urb_row(16), (Dwords{1, 2, 0, 0, 11, 12, 0, 0}));
  EXPECT_EQ(urb_row(32), (Dwords{0, 6, 0, 0, 0, 16, 0, 0}));
}

TEST_F(UrbTest, InterleavedWritesNeedPairs) {
  faults(message(kInterleaved, {header(16, 32), count_from(1)}), "even number");
  faults(message(kInterleaved, {header(16, 32), count_from(1), count_from(2), count_from(3)}), "even number");
}

// 2.4.3.2.3, Table 2-2
TEST_F(UrbTest, TransposedWritesPairTheCoefficientsOfEachAttribute) {
  const Rows payload{header(16),      count_from(100), count_from(200), count_from(300),
                     count_from(400), count_from(500), count_from(600)};
  EXPECT_EQ(message(kTranspose | at(2), payload, {.channels = 1}), eu::SendStatus::done) << fault.what;
  for (std::uint32_t n = 0; n < 4; ++n) {
    const std::uint32_t even = 2 * n;
    const std::uint32_t odd = 2 * n + 1;
    EXPECT_EQ(urb_row(18 + n), (Dwords{100 + even, 200 + even, 0, 300 + even, 100 + odd, 200 + odd, 0, 300 + odd}));
    EXPECT_EQ(urb_row(22 + n), (Dwords{400 + even, 500 + even, 0, 600 + even, 400 + odd, 500 + odd, 0, 600 + odd}));
  }
}

TEST_F(UrbTest, TransposedWritesNeedTriplesAndAnEvenOffset) {
  faults(message(kTranspose, {header(16), count_from(1), count_from(2)}), "multiple of 3");
  faults(message(kTranspose | at(1), {header(16), count_from(1), count_from(2), count_from(3)}), "odd offset");
  faults(message(kReservedSwizzle, {header(16), count_from(1)}), "reserved");
}

TEST_F(UrbTest, WritesStayInTheBufferAndInTheEntry) {
  EXPECT_EQ(message(0, {header(1023), count_from(1)}), eu::SendStatus::done);
  faults(message(at(1), {header(1023), count_from(1)}), "reaches past");
  ASSERT_TRUE(urb.divide(64, 4, 2));
  faults(message(at(1), {header(64), count_from(1), count_from(2)}), "past entry");
}

// 2.4.2, bit 19
TEST_F(UrbTest, AHeaderIsNeeded) { faults(send(one, isa::Sfid::urb, 0, {header(16), count_from(1)}, {}), "header"); }

// 2.4.2, bit 13 and 2.4.3.3
TEST_F(UrbTest, AllocationAnswersWithAHandle) {
  ASSERT_TRUE(urb.divide(64, 2, 4));
  EXPECT_EQ(message(kAllocate, {header(0)}, {.answered = true}), eu::SendStatus::done) << fault.what;
  EXPECT_EQ(dwords(response[0]), (Dwords{0U << 16 | 64, 0, 0, 0, 0, 0, 0, 0}));
  const std::uint32_t first = returned(0);
  EXPECT_EQ(message(kAllocate | kComplete | kUsed, {header(first), count_from(5)}, {.answered = true}),
            eu::SendStatus::done)
      << fault.what;
  EXPECT_EQ(returned(0), 1U << 16 | 68);
  EXPECT_EQ(urb_row(64), dwords(count_from(5)));
  EXPECT_EQ(urb.free_entries(), 0U);
}

TEST_F(UrbTest, AllocationWaitsForAFreeEntryAndWritesNothing) {
  ASSERT_TRUE(urb.divide(64, 1, 4));
  const UrbHandle taken = *urb.allocate();
  const Rows payload{header(16), count_from(5)};
  EXPECT_EQ(message(kAllocate | kComplete | kUsed, payload, {.answered = true}), eu::SendStatus::blocked);
  EXPECT_EQ(urb_row(16), Dwords{});
  EXPECT_TRUE(urb.take_events().empty());
  urb.release(taken);
  EXPECT_EQ(message(kAllocate | kComplete | kUsed, payload, {.answered = true}), eu::SendStatus::done);
  EXPECT_EQ(returned(0), 64U);
}

TEST_F(UrbTest, AllocationAndDestinationGoTogether) {
  ASSERT_TRUE(urb.divide(64, 2, 4));
  faults(message(kAllocate, {header(0)}), "destination");
  faults(message(0, {header(16), count_from(1)}, {.answered = true}), "response");
}

TEST_F(UrbTest, DivisionsFitTheBuffer) {
  EXPECT_TRUE(urb.divide(0, 1024, 1));
  EXPECT_FALSE(urb.divide(1, 1024, 1));
  EXPECT_FALSE(urb.divide(0, 1, 0));
  EXPECT_EQ(urb.free_entries(), 1024U);
}

// 2.4.2, valid and invalid combinations of Complete, Used, Allocate and EOT, row by row.
struct Combination {
  std::uint32_t control;
  bool eot;
  bool valid_with_open_entry;  // valid while an entry of the thread is not complete
  bool valid;                  // valid while all entries are complete
};

class UrbCombination : public UrbTest, public ::testing::WithParamInterface<Combination> {};

TEST_P(UrbCombination, IsValidAsTheTableSays) {
  const Combination& combination = GetParam();
  const bool allocates = (combination.control & kAllocate) != 0;
  for (const bool open : {false, true}) {
    ASSERT_TRUE(urb.divide(64, 4, 4));
    begin(FixedFunction::geometry_shader, open ? std::vector<UrbHandle>{{.row = 16}} : std::vector<UrbHandle>{});
    const eu::SendStatus status =
        message(combination.control, {header(32)}, {.eot = combination.eot, .answered = allocates});
    const bool valid = open ? combination.valid_with_open_entry : combination.valid;
    const eu::SendStatus good = combination.eot ? eu::SendStatus::end_of_thread : eu::SendStatus::done;
    EXPECT_EQ(status, valid ? good : eu::SendStatus::fault) << (open ? "with an open entry: " : "") << fault.what;
  }
}

INSTANTIATE_TEST_SUITE_P(Table, UrbCombination,
                         ::testing::Values(Combination{0, false, true, true},                       // 0 x 0 0
                                           Combination{kUsed, false, true, true},                   //
                                           Combination{0, true, false, true},                       // 0 x 0 1
                                           Combination{kAllocate, false, false, true},              // 0 x 1 0
                                           Combination{kAllocate, true, false, false},              // x x 1 1
                                           Combination{kComplete | kAllocate, true, false, false},  //
                                           Combination{kComplete, false, true, true},               // 1 0 0 0
                                           Combination{kComplete | kAllocate, false, true, true},   // 1 0 1 0
                                           Combination{kComplete, true, true, true},                // 1 0 0 1
                                           Combination{kComplete | kUsed, false, true, true},       // 1 1 0 0
                                           Combination{kComplete | kUsed | kAllocate, false, true, true},
                                           Combination{kComplete | kUsed, true, true, true}));

TEST_F(UrbTest, AnOpenEntryMayBeCompletedByTheMessageThatEnds) {
  begin(FixedFunction::vertex_shader, {{.row = 16}, {.row = 32}});
  EXPECT_EQ(message(kInterleaved, {header(16, 32), count_from(1), count_from(2)}), eu::SendStatus::done);
  EXPECT_EQ(
      message(kInterleaved | kComplete | kUsed | at(1), {header(16, 32), count_from(1), count_from(2)}, {.eot = true}),
      eu::SendStatus::end_of_thread)
      << fault.what;
}

TEST_F(UrbTest, APartialWriteCannotEndTheThread) {
  faults(message(0, {header(16), count_from(1)}, {.eot = true}), "not complete");
}

TEST_F(UrbTest, ACompleteEntryIsNotWrittenAgain) {
  EXPECT_EQ(message(kComplete | kUsed, {header(16), count_from(1)}), eu::SendStatus::done);
  faults(message(0, {header(16), count_from(1)}), "complete");
}

// 2.4 and 2.4.2 programming notes
TEST_F(UrbTest, OnlySomeFixedFunctionsMayEndOrDropEntries) {
  const Rows only_header{header(16)};
  begin(FixedFunction::other);
  faults(message(kComplete | kUsed, only_header, {.eot = true}), "cannot end");
  begin(FixedFunction::vertex_shader);
  faults(message(kComplete, only_header), "unused");
  begin(FixedFunction::clipper);
  EXPECT_EQ(message(kComplete, only_header), eu::SendStatus::done);
}

TEST_F(UrbTest, AnUnusedEntryIsFreeAgain) {
  ASSERT_TRUE(urb.divide(64, 2, 4));
  const UrbHandle handle = *urb.allocate();
  begin(FixedFunction::geometry_shader, {handle});
  EXPECT_EQ(message(kComplete, {header(std::uint32_t{handle.id} << 16 | handle.row)}), eu::SendStatus::done);
  EXPECT_EQ(urb.free_entries(), 2U);
}

// 2.4.3.1
TEST_F(UrbTest, FixedFunctionsSeeWhatTheHeaderSays) {
  Rows payload{row({7U << 16 | 16, 0, 33U << 16 | 4U << 2 | 2 | 1}), count_from(1)};
  EXPECT_EQ(message(kComplete | kUsed, payload), eu::SendStatus::done);
  const std::vector<UrbEvent> events = urb.take_events();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].thread, &one);
  EXPECT_EQ(events[0].handles[0], (UrbHandle{.row = 16, .id = 7}));
  EXPECT_FALSE(events[0].handles[1]);
  EXPECT_TRUE(events[0].complete);
  EXPECT_TRUE(events[0].used);
  EXPECT_EQ(events[0].primitive_type, 4U);
  EXPECT_TRUE(events[0].primitive_start);
  EXPECT_TRUE(events[0].primitive_end);
  EXPECT_EQ(events[0].primitives_written, 33U);
  EXPECT_TRUE(urb.take_events().empty());
}

TEST_F(UrbTest, UsedAndPrimitiveFieldsCountWithCompleteOnly) {
  EXPECT_EQ(message(kUsed, {row({16, 0, 4U << 2 | 3}), count_from(1)}), eu::SendStatus::done);
  const std::vector<UrbEvent> events = urb.take_events();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_FALSE(events[0].used);
  EXPECT_EQ(events[0].primitive_type, 0U);
  EXPECT_FALSE(events[0].primitive_start);
}

// 2.4.4
TEST_F(UrbTest, FfSyncReportsCountsAndAnswersWithAHandleAndIndices) {
  ASSERT_TRUE(urb.divide(64, 2, 4));
  urb.set_streamed_indices({11, 12, 13, 14});
  begin(FixedFunction::geometry_shader);
  EXPECT_EQ(message(kFfSync, {row({300U << 16 | 100, 55})}, {.answered = true}), eu::SendStatus::done) << fault.what;
  EXPECT_EQ(dwords(response[0]), (Dwords{1U << 31 | 64, 11, 12, 13, 14, 0, 0, 0}));
  const std::vector<UrbEvent> events = urb.take_events();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_TRUE(events[0].ff_sync);
  EXPECT_EQ(events[0].vertices_to_write, 300U);
  EXPECT_EQ(events[0].primitives_needed, 100U);
  EXPECT_EQ(events[0].primitives_generated, 55U);
}

TEST_F(UrbTest, FfSyncWithoutAFreeEntryHasNoValidHandle) {
  EXPECT_EQ(message(kFfSync, {row({})}, {.answered = true}), eu::SendStatus::done);
  EXPECT_EQ(returned(0), 0U);
}

TEST_F(UrbTest, FfSyncNeedNotBeAnswered) { EXPECT_EQ(message(kFfSync, {row({})}), eu::SendStatus::done); }

TEST_F(UrbTest, FfSyncHasNoWriteFields) {
  for (const std::uint32_t field : {at(1), kInterleaved, kUsed, kComplete}) {
    faults(message(kFfSync | field, {row({})}), "nonzero");
  }
  faults(message(kFfSync | kAllocate, {row({})}), "destination");
  EXPECT_EQ(message(kFfSync | kAllocate, {row({})}, {.answered = true}), eu::SendStatus::done) << fault.what;
  begin(FixedFunction::vertex_shader);
  faults(message(kFfSync, {row({})}), "GS and clip");
}

TEST_F(UrbTest, ReservedOpcodesAreFaults) { EXPECT_EQ(message(2, {header(16), count_from(1)}), eu::SendStatus::fault); }

}  // namespace
}  // namespace eugene::functions
