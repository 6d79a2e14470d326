// What a live check of a run (`eugene run --check`) has found, before it has names: which instruction of which channel
// did what to which bytes. checked/checked_dispatch.h turns it into a finding (findings/finding.h) with work-items,
// source lines and arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "eu/observer.h"

namespace eugene::checks {

// Of an access that several channels may have made.
inline constexpr unsigned kUnknownChannel = ~0U;

// An instruction that a channel of a thread has executed.
struct Side {
  std::uint64_t group = 0;        // in the order of the walk
  unsigned thread = 0;            // of the group
  unsigned channel = 0;           // of the thread
  std::uint32_t instruction = 0;  // its byte offset in the kernel
  eu::AccessKind kind = eu::AccessKind::read;
  std::string_view verb = {};  // what it has done, where that is not the kind of an access
};

// Bytes of memory.
struct Place {
  bool is_local = false;      // shared local memory: `address` counts from its first byte
  std::uint64_t address = 0;  // else of the GPU
  std::uint32_t bytes = 0;
};

struct Found {
  std::string_view id;      // "race.local"; the kind is the part before the point
  std::string what;         // the rest of the finding's first line, in lower case
  std::vector<Side> sides;  // one; of a race two: the earlier first
  std::optional<Place> place;
  std::string hint;
  std::string reference = {};  // section of a document
  std::uint64_t count = 1;     // how often, where the check has counted
  // Offset of the last barrier before a race that orders its memory. Nothing: there is none, or none can order the two.
  std::optional<std::uint32_t> barrier = {};
};

// Where checks put what they find. Called from the host threads of all workers.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void add(Found found) = 0;
  // At the first of its kind, while the thread is at the instruction of the last side: for debuggers. It is added
  // later, and may differ then: of several of a kind the first in the order of groups stands for all.
  virtual void seen(const Found& /*found*/) {}

 protected:
  Sink() = default;
  Sink(const Sink&) = default;
  Sink& operator=(const Sink&) = default;
};

}  // namespace eugene::checks
