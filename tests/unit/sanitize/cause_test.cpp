// Every cause of --check is described to users, and met by a test.
#include "sanitize/cause.h"
#include "source_dir.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace eugene::sanitize {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

const std::filesystem::path kSource{EUGENE_SOURCE_DIR};

TEST(Causes, AreAllDescribed) {
  const std::string text = read(kSource / "docs" / "exec.md");
  ASSERT_FALSE(text.empty());
  for (const CauseInfo& cause : kCauses)
    EXPECT_NE(text.find(fmt::format("`{}`", cause.id)), std::string::npos) << cause.id;
}

// docs/undefined.md: every row says in its last column how --check reports the choice, or why it does not.
TEST(Causes, ChoicesNameThem) {
  std::istringstream lines(read(kSource / "docs" / "undefined.md"));
  std::size_t rows = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("|") || line.starts_with("|---") || line.starts_with("| what ")) continue;
    ++rows;
    const std::size_t end = line.rfind('|');
    const std::size_t begin = line.rfind('|', end - 1);
    ASSERT_NE(begin, std::string::npos);
    const std::string last = line.substr(begin + 1, end - begin - 1);
    EXPECT_NE(last.find_first_not_of(' '), std::string::npos) << line;
    const std::size_t open = last.find('`');
    if (open == std::string::npos || last.starts_with(" no: ")) continue;
    const std::string id = last.substr(open + 1, last.find('`', open + 1) - open - 1);
    EXPECT_TRUE(std::ranges::any_of(kCauses, [&](const CauseInfo& cause) { return cause.id == id; })) << line;
  }
  EXPECT_GT(rows, 50U);
}

TEST(Causes, AreAllMetByATest) {
  std::string tests;
  for (const auto* file : {"gen6/check.asm", "gen9/check.asm", "visa/check.visaasm"})
    tests += read(kSource / "tests" / "exec" / file);
  for (const CauseInfo& cause : kCauses) {
    const bool by_id = tests.find(fmt::format("report \"{}\"", cause.id)) != std::string::npos;
    EXPECT_TRUE(by_id) << cause.id;
  }
}

}  // namespace
}  // namespace eugene::sanitize
