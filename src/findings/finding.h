// A finding of a checked run, in the words of the program: work-items, source lines, arguments. Text, JSON and SARIF
// are made of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/source_lines.h"

namespace eugene::findings {

using Item = std::array<std::uint32_t, 3>;  // x, y, z

inline constexpr unsigned kUnknownChannel = ~0U;  // as in checks/found.h

// A work-item; where the kernel does not tell its ids, an EU thread and channel stand in for it.
struct WorkItem {
  Item group{};
  std::optional<Item> global;  // global and local id
  std::optional<Item> local;
  std::optional<std::uint32_t> index = {};  // of a shader's invocation in its group: gl_LocalInvocationIndex
  unsigned thread = 0;
  unsigned channel = 0;
  bool operator==(const WorkItem&) const = default;
};

// One side of a finding.
struct Site {
  std::string access;                // "read", "write", "atomic"; empty: no access
  std::optional<SourceLine> source;  // where known,
  std::string text;                  // and the text of that line
  std::uint32_t instruction = 0;     // byte offset in the kernel
  std::string assembly;              // the instruction's text
  std::optional<WorkItem> item;
  bool operator==(const Site&) const = default;
};

struct Finding {
  std::string id;            // "race.local"; the kind is the part before the point
  std::string what;          // the rest of the first line
  std::vector<Site> sites;   // none, one, or the two of a race
  std::string memory;        // "argument 0 `out` (buffer of 1024 bytes), byte 1024, 4 bytes"; empty: none is concerned
  std::string kernel;        // empty: none
  std::uint64_t launch = 0;  // number of the kernel's launch in its process, from 1; 0: unknown
  std::string reference;     // section of a document
  std::string hint;
  std::uint64_t count = 1;  // how often the same was seen in that launch,
  std::uint64_t total = 0;  // and in all; 0: as `count`
  // Races of other lines that the same missing barrier explains, in both counts. They have no others.
  std::vector<Finding> others = {};
  // The memory of a race and the barrier before it, while a launch's races are joined: those that have the same are one
  // finding. Empty: it stays for itself.
  std::string joined_by = {};

  std::uint64_t all() const { return total == 0 ? count : total; }
  bool operator==(const Finding&) const = default;
};

}  // namespace eugene::findings
