#include "check/kinds.h"

#include <gtest/gtest.h>

#include <string>

#include "check/check_source.h"

namespace eugene::check::check_kinds_test {
namespace {

TEST(Kinds, HaveRowsInTheirOrder) {
  for (std::size_t i = 0; i < kCheckKinds.size(); ++i) {
    const Check& each = *kCheckKinds[i];
    EXPECT_EQ(static_cast<std::size_t>(each.kind), i) << each.name;
    EXPECT_EQ(find_check(each.name), &each);
    EXPECT_FALSE(each.help.empty()) << each.name;
    for (const Rule& rule : each.rules) {
      EXPECT_EQ(check_of_id(rule.id), &each) << rule.id;
      EXPECT_EQ(find_rule(rule.id), &rule) << rule.id;
    }
    // Compiled code reports nothing for a kind that watches no dispatch.
    EXPECT_TRUE(each.make_source != nullptr || !each.interest.any()) << each.name;
  }
  EXPECT_EQ(find_check("memories"), nullptr);
  EXPECT_EQ(check_of_id("memory"), &rows::memory);
}

TEST(Kinds, OfTheDebuggerAreThoseWithFilters) {
  EXPECT_EQ(debugger_kinds(), (Kinds{Kind::memory, Kind::race, Kind::sync, Kind::float_}));
}

TEST(Kinds, AreAllInTheHelp) {
  const std::string help = kinds_help();
  const std::size_t others = help.find("; besides ");
  ASSERT_NE(others, std::string::npos) << help;
  for (const Check* each : kCheckKinds) {
    const std::size_t at = help.find(std::string(each->name) + " (" + std::string(each->help) + ")");
    ASSERT_NE(at, std::string::npos) << each->name;
    EXPECT_EQ(at < others, each->is_default) << each->name;
  }
}

// A process without kinds to watch has no observers.
TEST(Kinds, ThatWatchDispatchesNeedASource) {
  for (const Check* each : kCheckKinds)
    EXPECT_EQ(CheckSource::has_any({each->kind}), each->kind != Kind::driver && each->kind != Kind::api) << each->name;
  EXPECT_FALSE(CheckSource::has_any({}));
}

TEST(Kinds, AskForTheirEvents) {
  const auto interest = [](const Kinds& kinds) { return CheckSource(kinds, {}).interest(); };
  EXPECT_EQ(interest({Kind::memory}), eu::Interest{.unclear = true});
  EXPECT_EQ(interest({Kind::memory, Kind::align}), (eu::Interest{.unclear = true, .misaligned = true}));
  EXPECT_EQ(interest({Kind::sync}), eu::Interest{.order = true});
  EXPECT_EQ(interest({Kind::init}), eu::Interest());
  EXPECT_EQ(interest({Kind::race, Kind::sync}), (eu::Interest{.accesses = true, .order = true, .written = true}));
}

TEST(Kinds, NamesAreRead) {
  EXPECT_EQ(read_kinds("memory,race"), (Kinds{Kind::memory, Kind::race}));
  EXPECT_EQ(to_text(*read_kinds("default")), "memory,init,race,sync,driver,align");
  EXPECT_EQ(to_text(*read_kinds("all")), "memory,init,race,sync,driver,align,float,api,fidelity,scoreboard");
  EXPECT_EQ(read_kinds(""), Kinds());
  EXPECT_EQ(read_kinds("memory,"), Kinds{Kind::memory});
  EXPECT_FALSE(read_kinds("memories"));
  EXPECT_FALSE(read_kinds(",memory"));
}

TEST(Kinds, Launches) {
  using Range = std::pair<std::uint64_t, std::uint64_t>;
  EXPECT_EQ(parse_launches("3"), (Range{3, 3}));
  EXPECT_EQ(parse_launches("2-5"), (Range{2, 5}));
  for (const char* wrong : {"", "0", "5-2", "2-", "-2", "2-5x", "x"}) EXPECT_FALSE(parse_launches(wrong)) << wrong;
}

}  // namespace
}  // namespace eugene::check::check_kinds_test
