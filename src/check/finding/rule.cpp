#include "check/finding/rule.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/kinds.h"

namespace eugene::check {

std::vector<Rule> all_rules() {
  std::vector<Rule> all;
  for (const Check* each : kCheckKinds) all.insert(all.end(), each->rules.begin(), each->rules.end());
  return all;
}

const Rule* find_rule(std::string_view id) {
  const Check* const check = check_of_id(id);
  if (check == nullptr) return nullptr;
  const auto found = std::ranges::find(check->rules, id, &Rule::id);
  return found == check->rules.end() ? nullptr : &*found;
}

std::string rules_text(std::string_view name) {
  std::string text;
  for (const Rule& each : all_rules()) {
    if (each.id != name && each.id.substr(0, each.id.find('.')) != name) continue;
    text += fmt::format("{} (found by eugene run --check): {}\n  {}\n  to do: {}\n", each.id, each.title,
                        each.description, each.advice);
  }
  return text;
}

}  // namespace eugene::check
