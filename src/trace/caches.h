// What other caches would have done with the accesses of a trace: the model of the L3 that profiles have
// (profile/cache_model.h), without executing anything.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "profile/cache_model.h"
#include "profile/parameters.h"
#include "trace/line_order.h"
#include "trace/record.h"

namespace eugene::trace {

using CacheCounts = std::array<profile::HitCount, profile::kL3Clients>;

// Caches of the same size of lines. Tree pseudo-LRU has no stack distances: each is a model of its own, and host
// threads share them.
class Caches {
 public:
  Caches(unsigned line_bytes, std::span<const LaunchRun> launches, unsigned threads)
      : order_(line_bytes), launches_(launches), threads_(threads) {}
  Caches(const Caches&) = delete;
  Caches& operator=(const Caches&) = delete;

  void add_cache(const profile::Parameters& parameters) { all_.push_back({.parameters = parameters, .model = {}}); }
  // Returns while the models still work on these rows: so the next are read meanwhile.
  void add(const Rows& rows);
  // After all rows, in the order of add_cache().
  std::vector<CacheCounts> end();

 private:
  struct One {
    profile::Parameters parameters;
    std::optional<profile::L3Model> model;
    CacheCounts before{};  // of models that it had before
  };
  void simulate();
  void add_to(One& one) const;

  LineOrder order_;
  std::span<const LaunchRun> launches_;
  unsigned threads_;
  std::vector<One> all_;
  std::vector<LaunchLines> next_, lines_;  // that are being gathered, and that models work on
  std::vector<std::jthread> workers_;
};

// Any caches: those with lines of other sizes take the lines of a trace in another order.
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
    std::vector<std::size_t> numbers;  // of its caches
  };
  std::deque<Part> parts_;
  std::size_t count_;
};

}  // namespace eugene::trace
