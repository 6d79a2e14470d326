#include "trace/caches.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <thread>

namespace eugene::trace {
namespace {

constexpr unsigned kMostBanks = 1024;
constexpr unsigned kMostSets = 65536;

bool set(Cache& cache, std::string_view name, unsigned value) {
  const auto kilobytes = static_cast<std::uint16_t>(value);
  if (value > 0xFFFF) return false;
  if (name == "banks") return (cache.banks = value, value != 0 && value <= kMostBanks);
  if (name == "sets") return (cache.sets = value, value != 0 && value <= kMostSets);
  if (name == "shared") return (cache.division->rest = kilobytes, true);
  if (name == "data") return (cache.division->data = kilobytes, true);
  if (name == "read_only") return (cache.division->read_only = kilobytes, true);
  return false;
}

}  // namespace

Result<Cache> read_cache(const std::string& text, const LaunchRun& run) {
  Cache cache{.text = text, .division = std::nullopt};
  if (text == "own") return cache;
  cache.division = run.division;
  cache.banks = std::max(run.l3_banks, 1U);
  const std::string_view all = text;
  for (std::size_t at = 0; at <= all.size();) {
    const std::size_t end = std::min(all.find(',', at), all.size());
    const std::string_view part = all.substr(at, end - at);
    const std::size_t equals = std::min(part.find('='), part.size());
    unsigned value = 0;
    const char* last = part.data() + part.size();
    const auto read = std::from_chars(part.data() + std::min(equals + 1, part.size()), last, value);
    if (read.ec != std::errc() || read.ptr != last || !set(cache, part.substr(0, equals), value))
      return fail(fmt::format("{}: {} is no part of a cache", text, part), {},
                  "write `own`, or banks=, sets=, and KB of a bank as shared=, data=, read_only=, with commas between");
    at = end + 1;
  }
  const memory::L3Configuration& l3 = *cache.division;
  for (const unsigned kilobytes : {l3.rest, l3.data, l3.read_only}) {
    if (kilobytes * 1024 / (cache.sets * memory::kL3LineBytes) > profile::PseudoLru::kMostWays)
      return fail(fmt::format("{}: {} KB in {} sets are more than {} ways", text, kilobytes, cache.sets,
                              profile::PseudoLru::kMostWays),
                  {}, "more banks or sets");
  }
  return cache;
}

// Each line of a message once, from the lowest.
void LineOrder::end_message() {
  if (reached_.empty()) return;
  if (!std::ranges::is_sorted(reached_)) std::ranges::sort(reached_);
  std::uint64_t next = 0;
  for (const auto& [first, last] : reached_) {
    for (std::uint64_t line = std::max(first, next); line <= last; ++line) {
      message_.access.line = line;
      lines_.push_back(message_);
    }
    next = std::max(next, last + 1);
  }
  reached_.clear();
}

void LineOrder::end(std::vector<LaunchLines>& lines) {
  end_message();
  if (!lines_.empty()) {
    order_.begin(static_cast<unsigned>(threads_));
    for (const Line& each : lines_) order_.add(each.thread, each.access, each.when);
    std::vector<profile::LineAccess> ordered = order_.take();
    const auto launch = static_cast<std::uint64_t>(group_.first);
    if (!lines.empty() && lines.back().launch == launch)
      lines.back().lines.insert(lines.back().lines.end(), ordered.begin(), ordered.end());
    else
      lines.push_back({.launch = launch, .lines = std::move(ordered)});
  }
  lines_.clear();
  threads_ = 0;
}

void LineOrder::add(const Rows& rows, std::vector<LaunchLines>& lines) {
  std::size_t listed = 0, next_list = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto at = [&rows, i](Column column) { return rows[column][i]; };
    const bool has_list = next_list < rows.with_list.size() && rows.with_list[next_list] == i;
    const auto lanes = static_cast<std::size_t>(at(Column::lanes));
    const std::size_t list = listed;
    if (has_list) {
      ++next_list;
      listed += lanes;
    }
    const auto group = std::pair(at(Column::launch), at(Column::group));
    if (group != group_) end(lines);
    group_ = group;
    const auto path = static_cast<Path>(at(Column::path));
    const bool is_instruction = at(Column::kind) == static_cast<std::int64_t>(Kind::instruction);
    if (is_instruction) continue;
    const auto thread = static_cast<std::size_t>(at(Column::thread));
    const auto executed = static_cast<std::uint64_t>(at(Column::executed));
    const auto ip = static_cast<std::uint32_t>(at(Column::ip));
    const bool goes_on =
        path != Path::local && message_.thread == thread && executed_ == executed && message_.access.instruction == ip;
    if (!goes_on) end_message();
    if (path == Path::local) continue;
    threads_ = std::max(threads_, thread + 1);
    executed_ = executed;
    const auto phase = static_cast<std::uint64_t>(at(Column::phase));
    message_ = {.thread = thread,
                .when = profile::GroupLines::time_of(phase, executed),
                .access = {.line = 0, .instruction = ip, .client = client_of(path)}};
    const auto bytes = static_cast<std::uint64_t>(at(Column::bytes));
    for (std::size_t lane = 0; lane < lanes && bytes != 0; ++lane) {
      const std::uint64_t place = has_list ? static_cast<std::uint64_t>(rows.listed[list + lane])
                                           : static_cast<std::uint64_t>(at(Column::address)) +
                                                 lane * static_cast<std::uint64_t>(at(Column::stride));
      const std::uint64_t first = place / memory::kL3LineBytes;
      const std::uint64_t last = (place + (bytes - 1)) / memory::kL3LineBytes;
      if (reached_.empty() || reached_.back() != std::pair(first, last)) reached_.emplace_back(first, last);
    }
  }
}

Caches::Caches(const std::vector<Cache>& caches, std::vector<LaunchRun> launches, unsigned threads)
    : launches_(std::move(launches)), threads_(threads) {
  for (const Cache& each : caches) all_.push_back({.cache = each, .model = std::nullopt});
}

const LaunchRun& Caches::run_of(std::uint64_t launch) const {
  static const LaunchRun kNone;
  const auto after = std::ranges::upper_bound(launches_, launch, {}, &LaunchRun::first);
  return after == launches_.begin() ? kNone : *std::prev(after);
}

void Caches::add_to(One& one, const std::vector<LaunchLines>& lines) const {
  for (const LaunchLines& launch : lines) {
    const LaunchRun& run = run_of(launch.launch);
    const memory::L3Configuration& division = one.cache.division ? *one.cache.division : run.division;
    if (!one.model || one.model->configuration() != division) {
      for (std::size_t i = 0; one.model && i < one.before.size(); ++i) one.before[i] += one.model->counts()[i];
      one.model.emplace(one.cache.division ? one.cache.banks : run.l3_banks, division, one.cache.sets);
    }
    for (const profile::LineAccess& each : launch.lines) one.model->access(each.client, each.line);
  }
}

void Caches::add(const std::vector<LaunchLines>& lines) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < all_.size(); i = next++) add_to(all_[i], lines);
  };
  std::vector<std::jthread> others;
  for (unsigned i = 1; i < threads_ && i < all_.size(); ++i) others.emplace_back(work);
  work();
}

std::vector<Caches::Counts> Caches::counts() const {
  std::vector<Counts> all;
  for (const One& each : all_) {
    Counts counts = each.before;
    for (std::size_t i = 0; each.model && i < counts.size(); ++i) counts[i] += each.model->counts()[i];
    all.push_back(counts);
  }
  return all;
}

}  // namespace eugene::trace
