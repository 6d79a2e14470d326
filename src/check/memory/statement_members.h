// Finds the members of structures that the statements of a kernel's text name, for checks that need more than machine
// code (check/memory/private_rules.h). The text is not fully parsed: if a statement may mean more than it says, nothing
// is known.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/memory/private_rules.h"

namespace eugene::check {

class StatementMembers {
 public:
  // `is_structure` returns whether a variable of that name is a structure, contains structures, or points to one.
  StatementMembers(std::string text, std::function<bool(std::string_view name)> is_structure);
  StatementMembers(const StatementMembers&) = delete;
  StatementMembers& operator=(const StatementMembers&) = delete;

  // Returns the members that the statements in `line` name. Lines count from 1.
  NamedMembers at(std::uint32_t line) const;

 private:
  struct Token {
    std::string_view text;
    std::uint32_t line = 0;
  };
  void read();
  std::string_view text_at(std::size_t index) const {
    return index < tokens_.size() ? tokens_[index].text : std::string_view();
  }
  bool is_whole(std::size_t index) const;

  std::string text_;
  std::function<bool(std::string_view name)> is_structure_;
  std::vector<Token> tokens_;
  std::set<std::string_view> macros_;
};

}  // namespace eugene::check
