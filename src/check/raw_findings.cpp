#include "check/raw_findings.h"

#include <utility>

namespace eugene::check {

void RawFindings::add(RawFinding found) {
  const std::scoped_lock lock(mutex_);
  const Key key(found.sides.front().instruction, found.sides.back().instruction, found.sides.size(),
                std::string(found.id));
  const auto [at, is_new] = all_.try_emplace(key, found);
  if (is_new) return;
  const std::uint64_t count = at->second.count + found.count;
  if (found.sides.front().group < at->second.sides.front().group) at->second = std::move(found);
  at->second.count = count;
}

std::vector<RawFinding> RawFindings::take() {
  const std::scoped_lock lock(mutex_);
  std::vector<RawFinding> taken;
  taken.reserve(all_.size());
  for (auto& [key, found] : all_) taken.push_back(std::move(found));
  all_.clear();
  return taken;
}

void RawFindings::give(Sink& sink) {
  for (RawFinding& each : take()) sink.add(std::move(each));
}

}  // namespace eugene::check
