// The float check reports NaNs, infinities and divisions by zero where they begin, and nothing else.
#include "check/float/float.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "checked_run.h"

namespace eugene::gpu::float_check_test {
namespace {

using check::RawFinding;

// r4.0: the numbers 0 to 7 as floats, r5: as integers.
constexpr const char* kBegin = R"(
    mov (8) r3.0<1>:w 0x76543210:v
    mov (8) r5.0<1>:d r3.0<8;8,1>:w
    mov (8) r4.0<1>:f r5.0<8;8,1>:d
)";
constexpr const char* kEnd = "    send (8) null r127 0x27 0x02000010 {EOT}\n";
// Stores r10 to local memory. Added to bodies that do not store it.
constexpr const char* kStore = "    sends (8) null:ud r20.0:ud r10.0:ud 0x4a 0x020308fe\n";
constexpr std::uint32_t kFirst = 3 * isa::kInstructionBytes;  // offset of the first instruction of a test's body

std::vector<RawFinding> found_in_unstored(const std::string& body, const DispatchShape& shape = {}) {
  const auto make = [](const ObservedDispatch& dispatch) {
    return std::make_unique<check::FloatCheck>(dispatch.kernel.program());
  };
  return checked_run(check::FloatCheck::kInterest, kBegin + body + kEnd, shape, {}, make);
}

std::vector<RawFinding> found_in(const std::string& body, DispatchShape shape = {}) {
  shape.slm_bytes = 4096;
  return found_in_unstored(body + kStore, shape);
}

void expect_one(const std::vector<RawFinding>& found, std::string_view id, unsigned channel, std::uint64_t count) {
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, id);
  ASSERT_EQ(found[0].sides.size(), 1U);
  EXPECT_EQ(found[0].sides[0].instruction, kFirst);
  EXPECT_EQ(found[0].sides[0].channel, channel);
  EXPECT_EQ(found[0].count, count);
}

TEST(FloatCheck, NamesTheChannelsThatDivideByZero) {
  expect_one(found_in("    math.inv (8) r10.0<1>:f r4.0<8;8,1>:f null<8;8,1>:f\n"), "float.div0", 0, 1);
  expect_one(found_in("    math.iqot (8) r10.0<1>:d r5.0<8;8,1>:d r5.0<8;8,1>:d\n"), "float.div0", 0, 1);
}

TEST(FloatCheck, TellsOfTheFirstPlaceAlone) {
  // log(-x): a NaN in channels 1 to 7, and an infinity in channel 0. The sum passes them on.
  const auto found = found_in(R"(
    math.log (8) r10.0<1>:f -r4.0<8;8,1>:f null<8;8,1>:f
    add (8) r11.0<1>:f r10.0<8;8,1>:f r4.0<8;8,1>:f
)");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].id, "float.inf");
  EXPECT_EQ(found[0].sides[0].channel, 0U);
  EXPECT_EQ(found[1].id, "float.nan");
  EXPECT_EQ(found[1].sides[0].channel, 1U);
  EXPECT_EQ(found[1].count, 7U);
  for (const RawFinding& each : found) EXPECT_EQ(each.sides[0].instruction, kFirst);
}

// The sources are looked at before the instruction overwrites them.
TEST(FloatCheck, SeesOverflowIntoASource) {
  const auto found = found_in(R"(
    mov (8) r10.0<1>:f 0x7f000000:f
    mul (8) r10.0<1>:f r10.0<8;8,1>:f r4.0<8;8,1>:f
)");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, "float.inf");
  EXPECT_EQ(found[0].sides[0].channel, 2U);  // 2 * 2^127
  EXPECT_EQ(found[0].count, 6U);
}

TEST(FloatCheck, SumsOverThreadsAndGroups) {
  const auto found = found_in("    math.inv (8) r10.0<1>:f r4.0<8;8,1>:f null<8;8,1>:f\n", {.groups = 5, .threads = 2});
  expect_one(found, "float.div0", 0, 10);
  EXPECT_EQ(found[0].sides[0].group, 0U);
  EXPECT_EQ(found[0].sides[0].thread, 0U);
}

TEST(FloatCheck, IsSilentWhereChannelsAreOff) {
  EXPECT_TRUE(found_in(R"(
    cmp.nz.f0.0 (8) null<1>:f r4.0<8;8,1>:f 0x0:f
    (f0.0) math.inv (8) r10.0<1>:f r4.0<8;8,1>:f null<8;8,1>:f
    (f0.0) math.iqot (8) r11.0<1>:d r5.0<8;8,1>:d r5.0<8;8,1>:d
)")
                  .empty());
}

// An infinity that the program itself writes, results of computing with it, and bits that are no float.
TEST(FloatCheck, IsSilentAboutWantedValues) {
  EXPECT_TRUE(found_in(R"(
    mov (8) r10.0<1>:f 0x7f800000:f
    add (8) r11.0<1>:f r10.0<8;8,1>:f -r10.0<8;8,1>:f
    mov (8) r12.0<1>:ud 0xffffffff:ud
    mov (8) r13.0<1>:f r12.0<8;8,1>:f
    sel.l (8) r14.0<1>:f r4.0<8;8,1>:f r11.0<8;8,1>:f
)")
                  .empty());
}

// Some functions compute a value and then replace it.
TEST(FloatCheck, IsSilentAboutValuesOnWhichNothingDepends) {
  const std::string inverse = "    math.inv (8) r11.0<1>:f r4.0<8;8,1>:f null<8;8,1>:f\n";
  EXPECT_TRUE(found_in(inverse + "    mov (8) r10.0<1>:f r4.0<8;8,1>:f\n").empty());
  EXPECT_TRUE(found_in(inverse + R"(
    cmp.g.f0.0 (8) null<1>:f r11.0<8;8,1>:f 0x3f800000:f
    (f0.0) sel (8) r10.0<1>:f r4.0<8;8,1>:f r5.0<8;8,1>:f
)")
                  .empty());
  EXPECT_TRUE(found_in(inverse + "    math.inv (8) r10.0<1>:f r11.0<8;8,1>:f null<8;8,1>:f\n").empty());
}

TEST(FloatCheck, TellsOfValuesThatDecideOrBecomeOthers) {
  const std::string inverse = "    math.inv (8) r11.0<1>:f r4.0<8;8,1>:f null<8;8,1>:f\n";
  const std::string root = "    math.sqrt (8) r11.0<1>:f -r4.0<8;8,1>:f null<8;8,1>:f\n";
  expect_one(found_in_unstored(inverse + "    mov (8) r12.0<1>:d r11.0<8;8,1>:f\n"), "float.div0", 0, 1);
  expect_one(found_in_unstored(inverse + "    add (8) r12.0<1>:f r11.0<8;8,1>:f -r11.0<8;8,1>:f\n"), "float.div0", 0,
             1);
  expect_one(found_in_unstored(root + "    cmp.g.f0.0 (8) null<1>:f r11.0<8;8,1>:f 0x3f800000:f\n"), "float.nan", 1, 7);
}

// A value of the thread, which each channel stores.
TEST(FloatCheck, KnowsWhatAThreadMakesForAllChannels) {
  expect_one(found_in(R"(    math.inv (1) r11.0<1>:f r4.0<0;1,0>:f null<0;1,0>:f {NoMask}
    mov (8) r10.0<1>:f 0x3f800000:f
    mov (1) r10.5<1>:f r11.0<0;1,0>:f {NoMask}
)"),
             "float.div0", 0, 1);
}

}  // namespace
}  // namespace eugene::gpu::float_check_test
