// docs/record/validator.md, "From the document to the rules": names every rule of the Sandy Bridge document, and none
// else.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "rules/rule.h"
#include "source_dir.h"

namespace eugene::rules {
namespace {

// Words between backquotes that look like the identifier of a rule.
std::set<std::string> listed() {
  std::ifstream file(std::filesystem::path(EUGENE_SOURCE_DIR) / "docs" / "record" / "validator.md");
  std::stringstream text;
  text << file.rdbuf();
  std::string rest = text.str();
  rest.erase(0, rest.find("## From the document"));
  std::set<std::string> result;
  for (std::size_t open = rest.find('`'); open != std::string::npos;) {
    const std::size_t close = rest.find('`', open + 1);
    const std::string word = rest.substr(open + 1, close - open - 1);
    const bool is_rule = word.find('.') != std::string::npos && word.find_first_of(" /*") == std::string::npos;
    if (is_rule) result.insert(word);
    open = rest.find('`', close + 1);
  }
  return result;
}

TEST(ValidateList, NamesEveryRule) {
  const std::set<std::string> names = listed();
  for (const Rule& rule : all()) {
    if (!rule.holds(kGen6)) continue;
    EXPECT_TRUE(names.contains(std::string(rule.id))) << rule.id;
  }
}

TEST(ValidateList, NamesNothingElse) {
  const std::vector<Rule> rules = all();
  for (const std::string& name : listed())
    EXPECT_TRUE(std::ranges::any_of(rules, [&](const Rule& rule) { return rule.id == name; })) << name;
}

}  // namespace
}  // namespace eugene::rules
