#include <tuple>
#include <utility>

#include "check/float/float.h"

namespace eugene::check {

void FloatList::add(std::string_view id, std::string_view what, const AccessSite& side, std::uint64_t count) {
  const auto [at, is_new] = found_.try_emplace({side.instruction, id});
  RawFinding& found = at->second;
  const auto order = [](const AccessSite& s) { return std::tuple(s.group, s.thread, s.channel); };
  if (is_new) {
    found = {.id = id, .what = std::string(what), .sides = {side}, .place = {}, .hint = {}, .count = 0};
    if (seen_by_ != nullptr) seen_by_->seen(found);
  }
  if (order(side) < order(found.sides.front())) found.sides.front() = side;
  found.count += count;
}

void FloatList::add(const FloatList& other) {
  for (const auto& [key, found] : other.found_) add(found.id, found.what, found.sides.front(), found.count);
}

void FloatList::give(Sink& sink) {
  for (auto& [key, found] : found_) sink.add(std::move(found));
  found_.clear();
}

}  // namespace eugene::check
