#include "check/init/init.h"

#include <tuple>

#include "check/init/observer.h"

namespace eugene::check {

void InitList::add(RawFinding found) {
  const auto order = [](const AccessSite& s) { return std::tuple(s.group, s.thread, s.channel); };
  const auto [at, is_new] = found_.try_emplace({found.sides.front().instruction, found.id}, found);
  if (is_new) return;
  const std::uint64_t count = at->second.count + found.count;
  if (order(found.sides.front()) < order(at->second.sides.front())) at->second = std::move(found);
  at->second.count = count;
}

void InitList::add(InitList&& other) {
  for (RawFinding& each : other.take()) add(std::move(each));
}

std::vector<RawFinding> InitList::take() {
  std::vector<RawFinding> all;
  for (auto& [key, found] : found_) all.push_back(std::move(found));
  found_.clear();
  return all;
}

std::unique_ptr<eu::Observer> InitCheck::worker_begins() { return std::make_unique<InitObserver>(*this); }

std::vector<std::pair<StoreNumber, RawFinding>> InitCheck::take_stores() {
  std::vector<std::pair<StoreNumber, RawFinding>> all;
  for (RawFinding& each : stores_found_.take()) {
    const StoreNumber number = facts_.number_of_store(each.sides.front().instruction);
    all.emplace_back(number, std::move(each));
  }
  return all;
}

}  // namespace eugene::check
