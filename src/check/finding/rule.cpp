#include "check/finding/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace eugene::check {
namespace {

// GitHub's "code scanning" shows at most this much of a title or description.
constexpr std::size_t kMaxShown = 1024;
static_assert(std::ranges::all_of(kRules, [](const Rule& each) {
  return !each.title.empty() && each.title.size() <= kMaxShown && each.description.size() <= kMaxShown &&
         each.description.ends_with('.') && each.advice.ends_with('.') && each.id.find('.') != std::string_view::npos;
}));
static_assert([] {
  for (std::size_t i = 0; i < kRules.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (kRules[i].id == kRules[j].id) return false;
    }
  }
  return true;
}());

}  // namespace

const Rule* find_rule(std::string_view id) {
  const auto* const found = std::ranges::find(kRules, id, &Rule::id);
  return found == kRules.end() ? nullptr : found;
}

std::string rules_text(std::string_view name) {
  std::string text;
  for (const Rule& each : kRules) {
    if (each.id != name && each.id.substr(0, each.id.find('.')) != name) continue;
    text += fmt::format("{} (found by eugene run --check): {}\n  {}\n  to do: {}\n", each.id, each.title,
                        each.description, each.advice);
  }
  return text;
}

}  // namespace eugene::check
