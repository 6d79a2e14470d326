// BXT PRM vol6 "Size of L3 Bank and Allocations" and "Single-Bank Allocation Options".
#include "memory/l3_configuration.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace eugene::memory {
namespace {

struct Row {
  std::uint32_t value;  // L3CNTLREG, worked out by hand from the bits of its fields
  L3Configuration kilobytes;
};

constexpr std::uint32_t fields(unsigned slm, unsigned urb, unsigned all, unsigned data, unsigned read_only) {
  return all << 25 | data << 18 | read_only << 11 | urb << 1 | slm;
}

// Ways of 2 KB.
const std::vector<Row> kMulti{
    {fields(0, 48, 48, 0, 0), {0, 96, 96, 0, 0}},    {fields(0, 48, 0, 16, 32), {0, 96, 0, 32, 64}},
    {fields(0, 32, 0, 64, 0), {0, 64, 0, 128, 0}},   {fields(0, 32, 0, 0, 64), {0, 64, 0, 0, 128}},
    {fields(0, 32, 64, 0, 0), {0, 64, 128, 0, 0}},   {fields(1, 16, 48, 0, 0), {64, 32, 96, 0, 0}},
    {fields(1, 16, 0, 16, 32), {64, 32, 0, 32, 64}}, {fields(1, 16, 0, 32, 16), {64, 32, 0, 64, 32}},
    {fields(1, 8, 56, 0, 0), {64, 16, 112, 0, 0}}};

// Ways of 4 KB: the six rows as Mesa's driver has them for Apollo Lake with two subslices.
const std::vector<Row> kSingle{
    {fields(0, 32, 48, 0, 0), {0, 128, 192, 0, 0}},   {fields(0, 32, 0, 8, 40), {0, 128, 0, 32, 160}},
    {fields(0, 32, 0, 32, 16), {0, 128, 0, 128, 64}}, {fields(1, 16, 48, 0, 0), {64, 64, 192, 0, 0}},
    {fields(1, 16, 0, 40, 8), {64, 64, 0, 160, 32}},  {fields(1, 16, 0, 16, 32), {64, 64, 0, 64, 128}}};

void expect_rows(const L3Bank& bank, const std::vector<Row>& rows) {
  ASSERT_EQ(bank.configurations.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(bank.configurations[i], rows[i].kilobytes);
    EXPECT_EQ(encode_l3_control(l3_control(bank, rows[i].kilobytes)), rows[i].value);
    const auto found = find_l3_configuration(bank, rows[i].value);
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, rows[i].kilobytes);
    EXPECT_EQ(found->sum(), bank.kilobytes);
  }
}

TEST(L3Configuration, HasAllRowsOfSeveralBanks) { expect_rows(kMultiBank, kMulti); }
TEST(L3Configuration, HasAllRowsOfASingleBank) { expect_rows(kSingleBank, kSingle); }

// Intel's OpenCL driver, with and without shared local memory; bits 10:8 are set as it sets them.
TEST(L3Configuration, KnowsTheValuesOfTheOpenClDriver) {
  EXPECT_EQ(find_l3_configuration(kMultiBank, 0x6000'0321), (L3Configuration{64, 32, 96, 0, 0}));
  EXPECT_EQ(find_l3_configuration(kMultiBank, 0x8000'0340), (L3Configuration{0, 64, 128, 0, 0}));
}

// On a single bank, the second one would take 384 KB of 320.
TEST(L3Configuration, OnASingleBankOneOfThemIsNone) {
  EXPECT_TRUE(find_l3_configuration(kSingleBank, 0x6000'0321));
  EXPECT_FALSE(find_l3_configuration(kSingleBank, 0x8000'0340));
  EXPECT_EQ(l3_division(kSingleBank, decode_l3_control(0x8000'0340)).sum(), 384U);
}

TEST(L3Configuration, DecodesEveryField) {
  EXPECT_EQ(decode_l3_control(~0U), (L3Control{true, 127, 127, 127, 127}));
  EXPECT_EQ(decode_l3_control(0x700), L3Control{});
  for (unsigned bit = 0; bit < 32; ++bit) {
    if (bit >= 8 && bit <= 10) continue;
    EXPECT_EQ(encode_l3_control(decode_l3_control(1U << bit)), 1U << bit) << bit;
  }
}

TEST(L3Configuration, RefusesWhatIsNoRow) {
  EXPECT_FALSE(find_l3_configuration(kMultiBank, 0));
  for (const Row& row : kMulti) {
    EXPECT_FALSE(find_l3_configuration(kMultiBank, row.value ^ 1)) << std::hex << row.value;
    EXPECT_FALSE(find_l3_configuration(kMultiBank, row.value + (1U << 18))) << std::hex << row.value;
  }
}

TEST(L3Configuration, BanksAreFoundBySize) {
  EXPECT_EQ(find_l3_bank(192 * 1024), &kMultiBank);
  EXPECT_EQ(find_l3_bank(320 * 1024), &kSingleBank);
  EXPECT_EQ(find_l3_bank(0), nullptr);
}

// Two banks of Apollo Lake with three subslices.
TEST(L3Configuration, ProductsHaveBanksTimesTheTable) {
  EXPECT_EQ(kMultiBankConfigurations[4].times(2), (L3Configuration{0, 128, 256, 0, 0}));
}

}  // namespace
}  // namespace eugene::memory
