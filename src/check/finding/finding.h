// A finding of a checked run, in the words of the program: work-items, source lines, arguments. Text, JSON and SARIF
// are made from it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/site.h"

namespace eugene::check {

struct Finding {
  std::string id;            // "race.local"; the kind is the part before the dot
  std::string what;          // the rest of the first line
  std::vector<Site> sites;   // none, one, or the two sides of a race
  std::string memory;        // "argument 0 `out` (buffer of 1024 bytes), byte 1024, 4 bytes"; empty: no memory
  std::string kernel;        // empty: not about a kernel
  std::uint64_t launch = 0;  // number of the kernel's launch in its process, from 1; 0: unknown
  std::string reference;     // section of a document
  std::string hint;
  std::uint64_t count = 1;  // how often the finding was seen in that launch
  std::uint64_t total = 0;  // how often it was seen in all launches; 0: same as `count`
  // Races of other lines that the same missing barrier explains; both counts include them. They have no others
  // themselves.
  std::vector<Finding> others = {};
  // Key for joining races of one launch: the memory of the race, and the barrier before it. Races with the same key
  // become one finding. Empty: the race is not joined.
  std::string joined_by = {};

  std::uint64_t all() const { return total == 0 ? count : total; }
  bool operator==(const Finding&) const = default;
};

}  // namespace eugene::check
