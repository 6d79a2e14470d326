#include "check/kinds.h"

#include <gtest/gtest.h>

namespace eugene::check::check_kinds_test {
namespace {

TEST(CheckKinds, NamesAreRead) {
  EXPECT_EQ(check_kinds_of("memory,race"), (CheckKinds{CheckKind::memory, CheckKind::race}));
  EXPECT_EQ(text_of(*check_kinds_of("default")), "memory,init,race,sync,driver,align");
  EXPECT_EQ(text_of(*check_kinds_of("all")), "memory,init,race,sync,driver,align,float,api,fidelity");
  EXPECT_EQ(check_kinds_of(""), CheckKinds());
  EXPECT_EQ(check_kinds_of("memory,"), CheckKinds{CheckKind::memory});
  EXPECT_FALSE(check_kinds_of("memories"));
  EXPECT_FALSE(check_kinds_of(",memory"));
}

TEST(CheckKinds, Launches) {
  using Range = std::pair<std::uint64_t, std::uint64_t>;
  EXPECT_EQ(launches_of("3"), (Range{3, 3}));
  EXPECT_EQ(launches_of("2-5"), (Range{2, 5}));
  for (const char* wrong : {"", "0", "5-2", "2-", "-2", "2-5x", "x"}) EXPECT_FALSE(launches_of(wrong)) << wrong;
}

}  // namespace
}  // namespace eugene::check::check_kinds_test
