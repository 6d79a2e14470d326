// Finds the places where a kernel's text gives a variable a value, and the values that a line can see.
#include <algorithm>
#include <iterator>
#include <utility>

#include "debug/source_facts.h"
#include "debug/source_structure.h"
#include "debug/source_tokens.h"

namespace eugene::debug {
namespace {

using Range = SourceStructure::Range;

// Returns the index of the token after any `.member` and `[index]` that follow a name.
std::size_t past_parts(const SourceStructure& all, std::size_t i) {
  while (all.at(i) == "." || all.at(i) == "[") i = all.at(i) == "." ? i + 2 : all.close(i) + 1;
  return i;
}

// Returns the token that declares the name in that line, or nothing unless there is exactly one.
std::optional<std::size_t> declaration_in(std::span<const SourceToken> tokens, std::string_view name,
                                          std::uint32_t line) {
  std::optional<std::size_t> found;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const std::string_view before = tokens[i - 1].text;
    const std::string_view after = i + 1 < tokens.size() ? tokens[i + 1].text : std::string_view();
    const bool is_declared =
        (is_word(before) && before != "return" && before != "else") || before == "*" || before == ",";
    const bool is_used = assigns(after) && after != "=";
    if (tokens[i].text != name || tokens[i].place.line != line || !is_declared || is_used || counts(after)) continue;
    if (before != "," && found) return std::nullopt;
    if (!found) found = i;
  }
  return found;
}

// Returns the parts of the function that give the variable a value. `declared` is the token of its declaration.
std::vector<Range> find_ranges(const SourceStructure& all, std::span<const SourceToken> tokens, std::string_view name,
                               std::size_t declared, std::span<const std::uint32_t> others) {
  std::vector<Range> inner;  // ranges in which the name is another variable's
  for (const std::uint32_t line : others) {
    const auto at = line == tokens[declared].place.line ? std::nullopt : declaration_in(tokens, name, line);
    if (at && *at > declared) inner.push_back({*at, all.scope_end(*at)});
  }
  std::vector<Range> ranges;
  const std::size_t end = std::min(all.scope_end(declared), tokens.size());
  for (std::size_t i = declared; i < end; ++i) {
    if (all.at(i) != name || std::ranges::any_of(inner, [&](const Range& each) { return each.has(i); })) continue;
    const std::string_view before = i == 0 ? std::string_view() : all.at(i - 1);
    if (before == "." || before == "->") continue;  // a member of that name
    const std::size_t next = past_parts(all, i + 1);
    if (assigns(all.at(next)))
      ranges.push_back({i, all.expression_end(next + 1)});
    else if (counts(before) || counts(all.at(next)))
      ranges.push_back({counts(before) ? i - 1 : i, next + 1});
    else if (before == "&" && (i < 2 || !ends_value(all.at(i - 2))))
      ranges.push_back({all.statement_begin(i), all.statement_end(i)});
  }
  return ranges;
}

// Returns the ranges whose value the variable may have where the token `at` begins. Searches backwards from `at` to a
// range that is always executed before `at`, and around the loops on the way. `ranges` must ascend.
std::vector<Range> reaching(const SourceStructure& all, std::span<const Range> ranges, std::size_t at) {
  std::vector<Range> found;
  std::vector<const SourceStructure::Loop*> around;
  for (const SourceStructure::Loop& each : all.loops())
    if (each.whole.has(at)) around.push_back(&each);
  auto range = ranges.rbegin();
  const auto add_down_to = [&](std::size_t begin) {
    for (; range != ranges.rend() && range->begin >= begin; ++range) {
      if (range->begin >= at) continue;
      found.push_back(*range);
      if (all.is_always_before(range->begin, at)) return true;
    }
    return false;
  };
  for (; !around.empty(); around.pop_back()) {
    const SourceStructure::Loop& loop = *around.back();
    if (loop.body.has(at) && add_down_to(loop.body.begin)) return found;
    for (const Range& each : ranges)
      if (loop.whole.has(each.begin) && each.begin >= at) found.push_back(each);
    if (add_down_to(loop.whole.begin)) return found;
  }
  add_down_to(0);
  return found;
}

// Returns the order of a write and the token `at` in each iteration of the loops around both. The increment of a `for`
// comes after its body. So does the head of a loop when the head is executed again.
SourceWrite::Order write_order(const SourceStructure& all, const Range& range, std::size_t at, bool is_repeated) {
  using enum SourceWrite::Order;
  const auto loop = std::ranges::find_if(all.loops().rbegin(), all.loops().rend(), [&](const auto& each) {
    return each.whole.has(at) && each.whole.has(range.begin);
  });
  const bool has_loop = loop != all.loops().rend();
  if (has_loop && loop->is_for && loop->head.has(range.begin)) {
    const bool is_counted = !all.is_always_before(range.begin, at);
    return is_counted && loop->body.has(at) ? after : either;
  }
  const bool is_at_end = has_loop && !loop->body.has(at);
  if (is_at_end && !is_repeated) return either;
  const std::size_t place = is_at_end ? loop->whole.end : at;
  if (range.begin >= place) return after;
  const bool is_always =
      is_at_end ? all.is_always_before(range.begin, loop->body.end - 1) : all.is_always_before(range.begin, at);
  return is_always ? before : perhaps_before;
}

// Whether `at` may be reached by a break from the loop. Optimisers often execute the loop's increment before the break.
bool may_be_counted_early(const SourceStructure& all, const Range& range, std::size_t at) {
  return std::ranges::any_of(all.loops(), [&](const SourceStructure::Loop& each) {
    return each.breaks && each.head.has(range.begin) && !each.whole.has(at);
  });
}

// Returns the first token in or after a line.
std::size_t token_at(std::span<const SourceToken> tokens, std::uint32_t line) {
  const auto at = std::ranges::find_if(tokens, [&](const SourceToken& each) { return each.place.line >= line; });
  return static_cast<std::size_t>(at - tokens.begin());
}

}  // namespace

std::vector<SourceWrite> SourceFacts::writes(std::string_view name, std::uint32_t line,
                                             std::span<const std::uint32_t> others, std::uint32_t seen_from,
                                             bool is_repeated) const {
  const std::span<const SourceToken> tokens = function_at(line);
  const auto declared = declaration_in(tokens, name, line);
  if (!declared) return {};
  const SourceStructure all(tokens);
  const std::vector<Range> ranges = find_ranges(all, tokens, name, *declared, others);
  const auto find_span = [&](const Range& range) {
    return TextSpan{.begin = tokens[range.begin].place,
                    .end = tokens[std::clamp(range.end, range.begin + 1, tokens.size()) - 1].place};
  };
  std::vector<SourceWrite> writes;
  const std::size_t at = token_at(tokens, seen_from);
  if (seen_from == 0 || at == tokens.size()) {
    for (const Range& each : ranges) writes.push_back({.span = find_span(each)});
    return writes;
  }
  for (const Range& each : reaching(all, ranges, at)) {
    if (!may_be_counted_early(all, each, at))
      writes.push_back({.span = find_span(each), .order = write_order(all, each, at, is_repeated)});
  }
  // Part of the line may have been executed already.
  for (const Range& each : ranges) {
    const TextSpan span = find_span(each);
    if (span.contains({.line = seen_from, .column = 0})) writes.push_back({.span = span});
  }
  return writes;
}

bool SourceFacts::keeps_value(std::string_view name, std::uint32_t line, std::span<const std::uint32_t> others,
                              std::uint32_t since, std::uint32_t now) const {
  const std::span<const SourceToken> tokens = function_at(line);
  const auto declared = declaration_in(tokens, name, line);
  if (!declared) return false;
  const SourceStructure all(tokens);
  const std::vector<Range> ranges = find_ranges(all, tokens, name, *declared, others);
  if (ranges.size() <= 1) return true;
  const std::size_t first = token_at(tokens, since), then = token_at(tokens, now);
  const auto separates = [&](const SourceStructure::Loop& loop) {
    const bool changes = std::ranges::any_of(ranges, [&](const Range& each) { return loop.whole.has(each.begin); });
    return changes && loop.whole.has(first) != loop.whole.has(then);
  };
  if (std::ranges::any_of(all.loops(), separates)) return false;
  const auto seen = [&](std::size_t at) {
    std::set<std::size_t> begins;
    for (const Range& each : reaching(all, ranges, at)) begins.insert(each.begin);
    return begins;
  };
  const std::set<std::size_t> seen_now = seen(then);
  if (seen_now.empty()) return false;
  const bool is_of_line = seen_now.size() == 1 && tokens[*seen_now.begin()].place.line == since;
  return is_of_line || seen_now == seen(first);
}

std::optional<PassedArgument> SourceFacts::argument(std::string_view function, std::uint32_t call_line,
                                                    std::string_view parameter, std::uint32_t declared) const {
  // Find the parameter's index in the function's head.
  const SourceStructure called(function_at(declared));
  std::size_t at = 0;
  while (!called.at(at).empty() && (called.at(at) != function || called.at(at + 1) != "(")) ++at;
  const std::vector<Range> parameters = called.at(at).empty() ? std::vector<Range>() : called.parts(at + 1);
  const auto has_name = [&](const Range& range) {
    for (std::size_t i = range.begin; i != range.end; ++i)
      if (called.at(i) == parameter) return true;
    return false;
  };
  const auto number = std::ranges::find_if(parameters, has_name) - parameters.begin();
  const std::span<const SourceToken> tokens = function_at(call_line);
  const SourceStructure caller(tokens);
  std::optional<std::size_t> call;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (caller.at(i) != function || caller.at(i + 1) != "(" || tokens[i].place.line != call_line) continue;
    if (call) return std::nullopt;  // several calls in one line
    call = i;
  }
  const std::vector<Range> arguments = call ? caller.parts(*call + 1) : std::vector<Range>();
  if (arguments.size() != parameters.size() || static_cast<std::size_t>(number) >= arguments.size())
    return std::nullopt;
  const Range& range = arguments[static_cast<std::size_t>(number)];
  return PassedArgument{.span = {.begin = tokens[range.begin].place, .end = tokens[range.end - 1].place},
                        .text = to_text(tokens.subspan(range.begin, range.end - range.begin))};
}

}  // namespace eugene::debug
