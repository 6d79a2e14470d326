// A rule of `--check`: what an ID of a finding means. The rules of a kind stand in the kind's row (check/kinds.h).
// SARIF, `eugene explain` and the table in docs/user/findings.md have the same rules.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace eugene::check {

struct Rule {
  std::string_view id;           // "memory.bounds"; the kind is the part before the dot
  std::string_view title;        // a few words
  std::string_view description;  // what is wrong, in sentences
  std::string_view advice;       // what to do, in sentences
};

// GitHub's "code scanning" shows at most this much of a title or description.
inline constexpr std::size_t kMaxShown = 1024;

// Whether the rules are complete and belong to the kind named `kind`, for a static_assert in the kind's folder.
constexpr bool are_rules_of(std::string_view kind, std::span<const Rule> rules) {
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Rule& each = rules[i];
    if (!each.id.starts_with(kind) || !each.id.substr(kind.size()).starts_with('.')) return false;
    if (each.title.empty() || each.title.size() > kMaxShown || each.description.size() > kMaxShown) return false;
    if (!each.description.ends_with('.') || !each.advice.ends_with('.')) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (rules[j].id == each.id) return false;
    }
  }
  return !rules.empty();
}

// Returns the rules of all kinds, in the order of the kinds.
std::vector<Rule> all_rules();
// Returns the rule of `id`; null if there is none.
const Rule* find_rule(std::string_view id);
// Returns the rules of `name`, an id or a kind, as text for people; an empty string if there are none.
std::string rules_text(std::string_view name);

}  // namespace eugene::check
