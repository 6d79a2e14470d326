// What other caches would have done with the accesses of a trace: the model of the L3 that profiles have
// (profile/cache_model.h), without executing anything.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "memory/l3_configuration.h"
#include "profile/cache_model.h"
#include "profile/group_lines.h"
#include "trace/record.h"

namespace eugene::trace {

struct Cache {
  std::string text;  // as it was written
  // Nothing: as it was in the run, launch by launch.
  std::optional<memory::L3Configuration> division;
  unsigned banks = 1;
  unsigned sets = profile::kL3Sets;  // of a bank
};
// "own", or "banks=4,shared=64": `shared`, `data` and `read_only` are KB of a bank, `sets` its sets. What is not named
// is as in `run`.
Result<Cache> read_cache(const std::string& text, const LaunchRun& run);

struct LaunchLines {
  std::uint64_t launch = 0;
  std::vector<profile::LineAccess> lines;
};

// The lines that a trace accesses, in the order in which a profile counts them: group after group, and within it by
// phases and turns (profile/group_lines.h).
class LineOrder {
 public:
  // Rows go on where those before have ended. Takes all but the last group, which may not be whole.
  void add(const Rows& rows, std::vector<LaunchLines>& lines);
  void end(std::vector<LaunchLines>& lines);

 private:
  struct Line {
    std::size_t thread = 0;
    std::uint64_t when = 0;
    profile::LineAccess access;
  };
  void end_message();

  std::pair<std::int64_t, std::int64_t> group_{-1, -1};  // launch and group
  std::vector<Line> lines_;                              // of the group
  std::size_t threads_ = 0;
  Line message_;                                                  // under way
  std::uint64_t executed_ = 0;                                    // before it
  std::vector<std::pair<std::uint64_t, std::uint64_t>> reached_;  // by it: the first line and the last
  profile::GroupLines order_;
};

// Many caches at a time. Tree pseudo-LRU has no stack distances: each is a model of its own, and host threads share
// them.
class Caches {
 public:
  using Counts = std::array<profile::HitCount, profile::kL3Clients>;

  Caches(const std::vector<Cache>& caches, std::vector<LaunchRun> launches, unsigned threads);
  void add(const std::vector<LaunchLines>& lines);
  std::vector<Counts> counts() const;

 private:
  struct One {
    Cache cache;
    std::optional<profile::L3Model> model;
    Counts before{};  // of models that it had before
  };
  const LaunchRun& run_of(std::uint64_t launch) const;
  void add_to(One& one, const std::vector<LaunchLines>& lines) const;

  std::vector<LaunchRun> launches_;
  unsigned threads_;
  std::vector<One> all_;
};

}  // namespace eugene::trace
