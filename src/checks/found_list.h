// What a dispatch has found, one for each id and pair of instructions: the first in the order of the walk stands for
// the rest, whichever worker has found it.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "checks/found.h"

namespace eugene::checks {

// Safe for several threads.
class FoundList {
 public:
  void add(Found found);
  // Takes all that is there.
  std::vector<Found> take();
  void give(Sink& sink);

 private:
  // Offsets of the first and the last instruction, number of sides, id.
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::size_t, std::string>;
  std::mutex mutex_;
  std::map<Key, Found> all_;
};

}  // namespace eugene::checks
