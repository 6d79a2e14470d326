// Every cause of --check is described to users, and met by a test.
#include "script/reliance/cause.h"
#include "source_dir.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace eugene::script::reliance {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

const std::filesystem::path kSource{EUGENE_SOURCE_DIR};

TEST(Causes, AreAllDescribed) {
  const std::string text = read(kSource / "docs" / "user" / "exec.md");
  ASSERT_FALSE(text.empty());
  for (const CauseInfo& cause : kCauses)
    EXPECT_NE(text.find(fmt::format("`{}`", cause.id)), std::string::npos) << cause.id;
}

// The items of the lists in docs/record/undefined.md, each as one line.
std::vector<std::string> choices() {
  std::istringstream lines(read(kSource / "docs" / "record" / "undefined.md"));
  std::vector<std::string> items;
  bool is_item = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("- ")) {
      items.push_back(line);
    } else if (is_item && line.starts_with("  ")) {
      items.back() += line.substr(1);
    }
    is_item = line.starts_with("- ") || (is_item && line.starts_with("  "));
  }
  return items;
}

// docs/record/undefined.md: every item says at its end how --check reports the choice, or why it does not.
TEST(Causes, ChoicesNameThem) {
  constexpr std::string_view kLabel = "_Reported:_";
  const std::vector<std::string> items = choices();
  for (const std::string& item : items) {
    const std::size_t label = item.rfind(kLabel);
    ASSERT_NE(label, std::string::npos) << item;
    const std::string last = item.substr(label + kLabel.size());
    EXPECT_NE(last.find_first_not_of(" ."), std::string::npos) << item;
    const std::size_t open = last.find('`');
    if (open == std::string::npos || last.starts_with(" no: ")) continue;
    const std::string id = last.substr(open + 1, last.find('`', open + 1) - open - 1);
    EXPECT_TRUE(std::ranges::any_of(kCauses, [&](const CauseInfo& cause) { return cause.id == id; })) << item;
  }
  EXPECT_GT(items.size(), 50U);
}

TEST(Causes, AreAllMetByATest) {
  std::string tests;
  for (const auto* file : {"gen6/check.asm", "gen9/check.asm", "visa/check.visaasm"})
    tests += read(kSource / "tests" / "exec" / file);
  for (const CauseInfo& cause : kCauses) {
    if (cause.cause == Cause::scoreboard) continue;  // scoreboard_test.cpp, as no case of Gen12 is run here
    const bool by_id = tests.find(fmt::format("report \"{}\"", cause.id)) != std::string::npos;
    EXPECT_TRUE(by_id) << cause.id;
  }
}

}  // namespace
}  // namespace eugene::script::reliance
