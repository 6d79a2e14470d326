#include "check/race/overlaps.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/finding/collection.h"
#include "check/launch_facts.h"
#include "gpu/schedule/work/payload.h"

namespace eugene::check {
namespace {

// Words about the order of commands, for findings.
struct OrderWords {
  const char* reference;
  const char* launches;
  const char* commands;
};
constexpr OrderWords kOpenCl{"OpenCL 3.0 API, \"Memory Ordering Rules\"",
                             "let the second wait for an event of the first", "let one wait for an event of the other"};
constexpr OrderWords kLevelZero{"Level Zero, Core Programming Guide, \"Barriers\"",
                                "append a barrier between them, or let the second wait for an event of the first",
                                "append a barrier between them, or let one wait for an event of the other"};

const OrderWords& choose_words(const Order& order) { return order.is_of_level_zero ? kLevelZero : kOpenCl; }

bool are_unordered(const Order& a, const Order& b) {
  const auto has = [](const Order& order, std::uint64_t number) {
    return std::ranges::binary_search(order.unordered, number);
  };
  return has(a, b.number) || has(b, a.number);
}

Finding make_finding(const RecordedLaunch& launch, const AccessConflict& meeting, std::string id) {
  constexpr std::uint32_t kBytes = 4;
  return {.id = std::move(id),
          .memory = launch.rules->describe({.address = meeting.address, .bytes = kBytes}),
          .kernel = launch.launch.kernel,
          .launch = launch.launch.id,
          .reference = choose_words(launch.launch.order).reference,
          .count = meeting.count};
}

void compare(const RecordedLaunch& first, const RecordedLaunch& second, Overlaps::Findings& found) {
  for (const AccessConflict& each : meetings(first.footprint, second.footprint)) {
    Finding finding = make_finding(second, each, "race.kernels");
    finding.what =
        fmt::format("{} and {} of the same memory by two launches, in no order: {} (launch {}) and {} (launch {})",
                    each.first_writes ? "write" : "read", each.second_writes ? "write" : "read", first.launch.kernel,
                    first.launch.id, second.launch.kernel, second.launch.id);
    finding.sites = {first.site(*each.first, each.first_writes), second.site(*each.second, each.second_writes)};
    finding.hint = choose_words(second.launch.order).launches;
    found.push_back(std::move(finding));
  }
}

void compare(const RecordedLaunch& launch, const HostAccess& access, Overlaps::Findings& found) {
  for (const RecordedLaunch::Buffer& buffer : launch.buffers) {
    if (buffer.number != access.buffer) continue;
    const std::uint64_t begin = std::max(access.begin, buffer.begin);
    const std::uint64_t end = std::min(access.end, buffer.begin + buffer.bytes);
    if (begin >= end) continue;
    const AddressRange range{buffer.address + (begin - buffer.begin), buffer.address + (end - buffer.begin)};
    for (const AccessConflict& each : meetings(launch.footprint, range, access.writes)) {
      Finding finding = make_finding(launch, each, "race.host");
      finding.what =
          fmt::format("{} of memory that {}, in no order", each.first_writes ? "write" : "read", access.what);
      finding.sites = {launch.site(*each.first, each.first_writes)};
      finding.hint = choose_words(launch.launch.order).commands;
      found.push_back(std::move(finding));
    }
  }
}

}  // namespace

RecordedLaunch::RecordedLaunch(ProgramLaunch of, const gpu::Work& its)
    : launch(std::move(of)), work(its), items(make_items(launch, work)) {}

Site RecordedLaunch::site(const Touch& touch, bool writes) const {
  const auto known = sites.find(touch.instruction);
  Site site = known == sites.end() ? Site() : known->second;
  site.access = touch.is_atomic != 0 ? "atomic" : writes ? "write" : "read";
  const std::uint64_t group = touch.thread / work.threads;
  const unsigned thread = touch.thread % work.threads;
  const unsigned channel = touch.channel == Touch::kUnknown ? kUnknownChannel : touch.channel;
  site.item = WorkItem{.group = work.payload->id(group),
                       .global = items.global_id(group, thread, channel),
                       .local = items.local_id(thread, channel),
                       .thread = thread,
                       .channel = channel};
  return site;
}

Overlaps::Findings Overlaps::ran(std::unique_ptr<const RecordedLaunch> launch) {
  Findings found;
  const std::scoped_lock lock(mutex_);
  for (const auto& each : launches_) {
    if (!are_unordered(each->launch.order, launch->launch.order)) continue;
    const bool is_first = each->launch.order.number < launch->launch.order.number;
    compare(is_first ? *each : *launch, is_first ? *launch : *each, found);
  }
  for (const HostAccess& each : accesses_) {
    if (are_unordered(each.order, launch->launch.order)) compare(*launch, each, found);
  }
  launches_.push_back(std::move(launch));
  drop_oldest();
  return merged(std::move(found));
}

Overlaps::Findings Overlaps::accessed(HostAccess access) {
  Findings found;
  const std::scoped_lock lock(mutex_);
  for (const auto& each : launches_) {
    if (are_unordered(each->launch.order, access.order)) compare(*each, access, found);
  }
  accesses_.push_back(std::move(access));
  if (accesses_.size() > kMaxAccesses) accesses_.pop_front();
  return merged(std::move(found));
}

void Overlaps::drop_oldest() {
  std::size_t pages = 0;
  for (const auto& each : launches_) pages += each->footprint.pages().size();
  while (pages > kMaxPages && launches_.size() > 1) {
    pages -= launches_.front()->footprint.pages().size();
    launches_.pop_front();
  }
}

}  // namespace eugene::check
