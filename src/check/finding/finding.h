// A finding of a checked run, in the words of the program: work-items, source lines, arguments. Text, JSON and SARIF
// are made from it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/source_lines.h"

namespace eugene::check {

using Item = std::array<std::uint32_t, 3>;  // x, y, z

// The channel of an access that several channels may have made.
inline constexpr unsigned kUnknownChannel = ~0U;

// A work-item. If the kernel does not show the ids of work-items, an EU thread and channel stand for it.
struct WorkItem {
  Item group{};
  std::optional<Item> global;  // global and local id
  std::optional<Item> local;
  std::optional<std::uint32_t> index = {};  // index of a shader's invocation in its group: gl_LocalInvocationIndex
  unsigned thread = 0;
  unsigned channel = 0;
  bool operator==(const WorkItem&) const = default;
};

// One side of a finding.
struct Site {
  std::string access;                // "read", "write", "atomic"; empty: no access
  std::optional<SourceLine> source;  // source line, if known
  std::string text;                  // text of the source line
  std::uint32_t instruction = 0;     // byte offset in the kernel
  std::string assembly;              // the instruction's text
  std::optional<WorkItem> item;
  bool operator==(const Site&) const = default;
};

struct Finding {
  std::string id;            // "race.local"; the kind is the part before the dot
  std::string what;          // the rest of the first line
  std::vector<Site> sites;   // none, one, or the two of a race
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
