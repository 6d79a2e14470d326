// The table of vISA's forms can be searched.
#include "visa/form.h"

#include <gtest/gtest.h>

namespace eugene::visa {
namespace {

TEST(VisaTable, FormsAreFound) {
  ASSERT_NE(find_mnemonic("add"), nullptr);
  EXPECT_EQ(find_mnemonic("add")->opcode(), 0x01);
  EXPECT_EQ(find_mnemonic("adds"), nullptr);
  EXPECT_EQ(find_forms(0x4e).size(), 7U);
  EXPECT_TRUE(find_forms(0x3b).empty());
  EXPECT_EQ(find_mnemonic("max")->page, Page::min_max);
  EXPECT_EQ(find_position(*find_mnemonic("svm_atomic"), Field::atomic), 3);
  EXPECT_EQ(find_selection(Field::fence_selector, 0x3f), 0x20);
  EXPECT_EQ(find_selection(Field::sampler_selector, 0x719), 0x19);
}

}  // namespace
}  // namespace eugene::visa
