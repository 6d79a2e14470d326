// Simulates other caches with the accesses of a trace, without executing anything. Uses the L3 model of profiles
// (profile/cache_model.h).
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "accesses/line_order.h"
#include "accesses/record.h"
#include "profile/cache_model.h"
#include "profile/parameters.h"

namespace eugene::accesses {

using CacheCounts = std::array<profile::HitCount, profile::kL3Clients>;

// Caches with the same line size. Each cache is simulated separately, because tree pseudo-LRU has no stack distances.
// Host threads share the work.
class Caches {
 public:
  Caches(unsigned line_bytes, std::span<const LaunchRun> launches, unsigned threads)
      : order_(line_bytes), launches_(launches), threads_(threads) {}
  Caches(const Caches&) = delete;
  Caches& operator=(const Caches&) = delete;

  void add_cache(const profile::Parameters& parameters) { all_.push_back({.parameters = parameters, .model = {}}); }
  // Starts the simulation of `rows` and returns, so that the caller can read the next rows meanwhile.
  void add(const Rows& rows);
  // Call after all rows. Returns the counts in the order of add_cache().
  std::vector<CacheCounts> end();

 private:
  // A simulated cache.
  struct One {
    profile::Parameters parameters;
    std::optional<profile::L3Model> model;
    CacheCounts before{};  // counts of earlier models, whose shape was different
  };
  void simulate();
  void add_to(One& one) const;

  LineOrder order_;
  std::span<const LaunchRun> launches_;
  unsigned threads_;
  std::vector<One> all_;
  std::vector<LaunchLines> next_, lines_;  // lines being gathered; lines being simulated
  std::vector<std::jthread> workers_;
};

// Caches with any line sizes. Caches of different line sizes get the accesses of a trace in different orders, so there
// is one Caches object for each size.
class CacheSweep {
 public:
  // `launches` must live longer.
  CacheSweep(std::span<const profile::Parameters> caches, std::span<const LaunchRun> launches, unsigned threads);
  void add(const Rows& rows);
  std::vector<CacheCounts> end();

 private:
  struct Part {
    Part(unsigned line, std::span<const LaunchRun> launches, unsigned threads)
        : line_bytes(line), caches(line, launches, threads) {}
    unsigned line_bytes;
    Caches caches;
    std::vector<std::size_t> numbers;  // indices of these caches in the sweep
  };
  std::deque<Part> parts_;
  std::size_t count_;
};

}  // namespace eugene::accesses
