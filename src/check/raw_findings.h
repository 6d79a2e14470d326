// The findings of a dispatch, one for each ID and pair of instructions. The first finding in dispatch order stands for
// the rest, whichever worker found it.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "check/raw_finding.h"

namespace eugene::check {

// Thread-safe.
class RawFindings {
 public:
  void add(RawFinding found);
  // Removes and returns all findings.
  std::vector<RawFinding> take();
  void give(Sink& sink);

 private:
  // Offsets of the first and the last instruction, number of sides, id.
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::size_t, std::string>;
  std::mutex mutex_;
  std::map<Key, RawFinding> all_;
};

}  // namespace eugene::check
