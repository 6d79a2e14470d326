// Parameters as text: only named ones change, and impossible values are refused.
#include "profile/parameters.h"

#include <gtest/gtest.h>

namespace eugene::profile {
namespace {

TEST(Parameters, AreReadAsTheyAreWritten) {
  EXPECT_EQ(*read_parameters("own"), Parameters());
  EXPECT_EQ(to_text({}), "own");
  for (const ParameterRow& row : kParameters) {
    Parameters changed;
    changed.*row.member = row.name == "line" ? 128 : row.name == "shared" ? 96 : row.names.empty() ? 64U : 2U;
    if (row.max == 1) changed.*row.member = 0;
    const auto read = read_parameters(to_text(changed));
    ASSERT_TRUE(read) << row.name;
    EXPECT_EQ(*read, changed) << row.name;
  }
  const auto several = read_parameters("banks=8,replacement=fifo,miss_latency=0");
  ASSERT_TRUE(several);
  EXPECT_EQ(*several, (Parameters{.banks = 8, .replacement = 2, .miss_latency = 0}));
}

TEST(Parameters, AreRefusedWhereThereAreNoSuch) {
  for (const char* text : {"", "banks", "banks=", "banks=0", "banks=x", "banks=2,", "ways=2", "line=48", "line=8192",
                           "replacement=clock", "replacement=1", "write_allocate=2", "shared=4096", "sets=1,shared=64",
                           "shared=1,sets=64", "banks=4294967296", "banks=-1", "own,banks=2"})
    EXPECT_FALSE(read_parameters(text)) << text;
}

TEST(Parameters, HelpHasEachWithItsDefault) {
  const std::string help = parameter_help();
  for (const ParameterRow& row : kParameters) EXPECT_NE(help.find(row.name), std::string::npos) << row.name;
  EXPECT_NE(help.find("(default tree)"), std::string::npos);
  EXPECT_NE(help.find("(default the device's)"), std::string::npos);
}

}  // namespace
}  // namespace eugene::profile
