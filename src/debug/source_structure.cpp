#include "debug/source_structure.h"

#include <algorithm>

namespace eugene::debug {
namespace {

constexpr unsigned kMaxDepth = 64;  // nesting of statements

int depth_change(std::string_view token) {
  if (token == "(" || token == "[" || token == "{") return 1;
  return token == ")" || token == "]" || token == "}" ? -1 : 0;
}

}  // namespace

SourceStructure::SourceStructure(std::span<const SourceToken> tokens) : tokens_(tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    jumps_ = jumps_ || at(i) == "goto";
    if (at(i) != "{") continue;
    parse(i, 0);
    break;
  }
  find_breaks();
}

void SourceStructure::find_breaks() {
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (at(i) != "break") continue;
    const auto has_it = [&](const Loop& each) { return each.body.has(i); };
    const auto loop = std::ranges::find_if(loops_.rbegin(), loops_.rend(), has_it);
    if (loop == loops_.rend()) continue;
    const auto leaves_switch = [&](const Range& each) { return each.has(i) && each.begin > loop->body.begin; };
    if (std::ranges::none_of(switches_, leaves_switch)) loop->breaks = true;
  }
}

std::size_t SourceStructure::close(std::size_t i) const {
  int depth = 0;
  for (; i < tokens_.size(); ++i) {
    depth += depth_change(at(i));
    if (depth == 0) break;
  }
  return i;
}

std::size_t SourceStructure::expression_end(std::size_t i) const {
  for (; i < tokens_.size(); ++i) {
    const int change = depth_change(at(i));
    if (change > 0) i = close(i);
    if (change < 0 || at(i) == "," || at(i) == ";") break;
  }
  return std::min(i, tokens_.size());
}

std::size_t SourceStructure::statement_begin(std::size_t i) const {
  while (i != 0 && at(i - 1) != ";" && at(i - 1) != "{" && at(i - 1) != "}") --i;
  return i;
}

std::size_t SourceStructure::statement_end(std::size_t i) const {
  while (i < tokens_.size() && at(i) != ";") {
    if (at(i) == "{") return close(i) + 1;
    i = depth_change(at(i)) > 0 ? close(i) + 1 : i + 1;
  }
  return std::min(i + 1, tokens_.size());
}

// Parses the statement at `i` and its inner statements. Returns the index of the token after the statement.
std::size_t SourceStructure::parse(std::size_t i, unsigned depth) {
  if (depth == kMaxDepth || i >= tokens_.size()) return tokens_.size();
  if (at(i) == "{") {
    const std::size_t end = close(i);
    for (++i; i < end;) i = parse(i, depth + 1);
    return end + 1;
  }
  if (at(i) == "if") {
    const std::size_t then = close(i + 1) + 1, end = parse(then, depth + 1);
    sometimes_.push_back({then, end});
    if (at(end) != "else") return end;
    const std::size_t otherwise = parse(end + 1, depth + 1);
    sometimes_.push_back({end + 1, otherwise});
    return otherwise;
  }
  if (at(i) == "for" || at(i) == "while") return parse_for(i, depth);
  if (at(i) == "do") {
    const std::size_t number = loops_.size();
    loops_.emplace_back();
    const std::size_t body_end = parse(i + 1, depth + 1), end = statement_end(body_end);
    loops_[number] = {.whole = {i, end}, .head = {}, .body = {i + 1, end}};
    return end;
  }
  if (at(i) == "switch") {
    const std::size_t body = close(i + 1) + 1, end = parse(body, depth + 1);
    switches_.push_back({body, end});
    sometimes_.push_back({body, end});
    return end;
  }
  const std::size_t end = statement_end(i);
  for (std::size_t part = i; part < end; ++part) {
    jumps_ = jumps_ || at(part) == "goto";
    if (at(part) == "?" || at(part) == "&&" || at(part) == "||") sometimes_.push_back({part, end});
  }
  return std::max(end, i + 1);
}

// Parses a for or while loop.
std::size_t SourceStructure::parse_for(std::size_t i, unsigned depth) {
  const std::size_t number = loops_.size();
  loops_.emplace_back();
  const std::size_t closing = close(i + 1), end = parse(closing + 1, depth + 1);
  std::size_t condition = i + 2;
  const bool is_for = at(i) == "for";
  while (is_for && condition < closing && at(condition) != ";") ++condition;
  loops_[number] = {.whole = {i, end}, .head = {i + 2, closing}, .body = {closing + 1, end}, .is_for = is_for};
  sometimes_.push_back({closing + 1, end});
  // The condition is evaluated at least once, but the increment only after the body.
  std::size_t count = condition + 1;
  while (is_for && count < closing && at(count) != ";") ++count;
  if (is_for) sometimes_.push_back({count, closing});
  return end;
}

std::size_t SourceStructure::scope_end(std::size_t i) const {
  int depth = 0;
  for (std::size_t before = i; before-- != 0;) {
    depth -= depth_change(at(before));
    if (depth >= 0) continue;
    // This bracket is open at `i`.
    if (at(before) == "{") return close(before);
    const auto loop = std::ranges::find_if(loops_, [&](const Loop& each) { return each.head.begin == before + 1; });
    if (loop != loops_.end()) return loop->whole.end;
    if (at(before) == "(") return tokens_.size();  // a parameter
    depth = 0;
  }
  return tokens_.size();
}

std::vector<SourceStructure::Range> SourceStructure::parts(std::size_t i) const {
  std::vector<Range> parts;
  const std::size_t end = close(i);
  for (++i; i < end && parts.size() < tokens_.size();) {
    const std::size_t next = expression_end(i);
    parts.push_back({i, next});
    if (at(next) != ",") break;
    i = next + 1;
  }
  return parts;
}

bool SourceStructure::is_always_before(std::size_t i, std::size_t to) const {
  if (jumps_) return false;
  const auto parts_from_it = [&](const Range& range) { return range.has(i) && !range.has(to); };
  if (std::ranges::any_of(sometimes_, parts_from_it)) return false;
  return std::ranges::none_of(switches_, [&](const Range& range) { return range.has(i); });
}

}  // namespace eugene::debug
