#include "accesses/caches.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

namespace eugene::accesses {

void Caches::add_to(One& one) const {
  for (const LaunchLines& launch : lines_) {
    profile::DeviceModel device = find_run(launches_, launch.launch).model;
    device.parameters = one.parameters;
    const profile::L3Shape shape = device.l3();
    if (!one.model || one.model->shape() != shape) {
      for (std::size_t i = 0; one.model && i < one.before.size(); ++i) one.before[i] += one.model->counts()[i];
      one.model.emplace(shape);
    }
    for (const profile::LineAccess& each : launch.lines) one.model->access(each.client, each.line, each.writes);
  }
}

// Waits for the previous simulation, then simulates the lines gathered since.
void Caches::simulate() {
  workers_.clear();
  std::swap(lines_, next_);
  next_.clear();
  const auto next = std::make_shared<std::atomic<std::size_t>>(0);
  const auto work = [this, next] {
    for (std::size_t i = (*next)++; i < all_.size(); i = (*next)++) add_to(all_[i]);
  };
  for (unsigned i = 0; i < threads_ && i < all_.size(); ++i) workers_.emplace_back(work);
}

void Caches::add(const Rows& rows) {
  order_.add(rows, next_);
  simulate();
}

std::vector<CacheCounts> Caches::end() {
  order_.end(next_);
  simulate();
  workers_.clear();
  std::vector<CacheCounts> all;
  for (const One& each : all_) {
    CacheCounts counts = each.before;
    for (std::size_t i = 0; each.model && i < counts.size(); ++i) counts[i] += each.model->counts()[i];
    all.push_back(counts);
  }
  return all;
}

CacheSweep::CacheSweep(std::span<const profile::Parameters> caches, std::span<const LaunchRun> launches,
                       unsigned threads)
    : count_(caches.size()) {
  for (std::size_t i = 0; i < caches.size(); ++i) {
    auto part = std::ranges::find(parts_, caches[i].line, &Part::line_bytes);
    if (part == parts_.end()) {
      parts_.emplace_back(caches[i].line, launches, threads);
      part = std::prev(parts_.end());
    }
    part->caches.add_cache(caches[i]);
    part->numbers.push_back(i);
  }
}

void CacheSweep::add(const Rows& rows) {
  for (Part& each : parts_) each.caches.add(rows);
}

std::vector<CacheCounts> CacheSweep::end() {
  std::vector<CacheCounts> all(count_);
  for (Part& each : parts_) {
    const std::vector<CacheCounts> counts = each.caches.end();
    for (std::size_t i = 0; i < counts.size(); ++i) all[each.numbers[i]] = counts[i];
  }
  return all;
}

}  // namespace eugene::accesses
