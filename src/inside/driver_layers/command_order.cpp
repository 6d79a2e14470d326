#include "command_order.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace eugene::inside {

void CommandOrder::add_queue(Handle queue, bool is_in_order) {
  queues_[queue] = {.is_in_order = is_in_order};
  has_several_ = has_several_ || !is_in_order || queues_.size() > 1;
}

// Adds `command` to `before`, and all commands that `command` itself follows.
void CommandOrder::follow(std::vector<Number>& before, Number command) const {
  const auto found = open_.find(command);
  if (found == open_.end()) return;
  const std::vector<Number>& more = found->second.before;
  std::vector<Number> all;
  std::ranges::set_union(before, more, std::back_inserter(all));
  if (const auto at = std::ranges::lower_bound(all, command); at == all.end() || *at != command)
    all.insert(at, command);
  before = std::move(all);
}

void CommandOrder::follow_all(std::vector<Number>& before) const {
  before.clear();
  for (const auto& [number, each] : open_) before.push_back(number);
}

CommandOrder::Number CommandOrder::begin(const Command& command) {
  std::vector<Number> before;
  const auto queue = queues_.find(command.queue);
  if (queue == queues_.end()) {
    follow_all(before);
  } else {
    follow(before, queue->second.leader);
    if (command.follows_queue) {
      for (const auto& [number, each] : open_) {
        if (each.queue == command.queue) follow(before, number);
      }
    }
  }
  for (const Handle event : command.waits) {
    const auto found = events_.find(event);
    if (found == events_.end())
      follow_all(before);
    else
      follow(before, found->second);
  }
  const Number number = open(command.queue, std::move(before));
  if (queue != queues_.end() && (queue->second.is_in_order || command.leads_queue)) queue->second.leader = number;
  return number;
}

CommandOrder::Number CommandOrder::begin_host(Number map) {
  std::vector<Number> before;
  follow(before, map);
  return open(nullptr, std::move(before));
}

CommandOrder::Number CommandOrder::open(Handle queue, std::vector<Number> before) {
  if (open_.size() >= kMaxOpen) end(open_.begin()->first, false);
  std::erase_if(before, [&](Number each) { return !open_.contains(each); });
  open_[++last_] = {.queue = queue, .before = std::move(before)};
  return last_;
}

void CommandOrder::give(Number command, Handle event) { events_[event] = command; }

void CommandOrder::end(Number command, bool is_known) {
  const auto found = open_.find(command);
  if (found == open_.end()) return;
  std::vector<Number> ended = std::move(found->second.before);
  ended.push_back(command);
  for (const Number each : ended) {
    if (open_.erase(each) != 0) ended_.push_back({.number = each, .is_known = is_known});
  }
  for (auto& [number, each] : open_) std::erase_if(each.before, [&](Number one) { return !open_.contains(one); });
}

void CommandOrder::end_event(Handle event) {
  const auto found = events_.find(event);
  if (found != events_.end()) end(found->second);
}

void CommandOrder::end_queue(Handle queue) {
  std::vector<Number> ended;
  for (const auto& [number, each] : open_) {
    if (each.queue == queue) ended.push_back(number);
  }
  for (const Number each : ended) end(each);
}

std::vector<CommandOrder::Number> CommandOrder::unordered(Number command) const {
  const auto found = open_.find(command);
  if (found == open_.end()) return {};
  std::vector<Number> others;
  for (const auto& [number, each] : open_) {
    if (number < command && !std::ranges::binary_search(found->second.before, number)) others.push_back(number);
  }
  return others;
}

}  // namespace eugene::inside
