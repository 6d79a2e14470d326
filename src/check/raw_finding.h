// A finding of a live check (`eugene run --check`) before it has names: only instructions, channels and addresses.
// check/checked_dispatch.h turns it into a finding (check/finding/finding.h) with work-items, source lines and
// arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/finding/finding.h"
#include "eu/observer.h"

namespace eugene::check {

// An instruction that a channel of a thread has executed.
struct AccessSite {
  std::uint64_t group = 0;        // index in dispatch order
  unsigned thread = 0;            // index in the group
  unsigned channel = 0;           // index in the thread
  std::uint32_t instruction = 0;  // byte offset in the kernel
  eu::AccessKind kind = eu::AccessKind::read;
  std::string_view verb = {};  // verb for the report; empty: follows from `kind`
};

// Bytes of memory.
struct MemoryRange {
  bool is_local = false;      // shared local memory: `address` is an offset from its first byte
  std::uint64_t address = 0;  // otherwise a GPU address
  std::uint32_t bytes = 0;
};

// What a check has found, before the Describer makes a Finding from it.
struct RawFinding {
  std::string_view id;            // "race.local"; the kind is the part before the dot
  std::string what;               // the rest of the finding's first line, in lower case
  std::vector<AccessSite> sides;  // one, or two for a race: the earlier first
  std::optional<MemoryRange> place;
  std::string hint;
  std::string reference = {};  // section of a document
  std::uint64_t count = 1;     // how often, if the check counts
  // Offset of the last barrier before a race that orders the memory in question. Nothing if no barrier orders that
  // memory, or none can order the two sides.
  std::optional<std::uint32_t> barrier = {};
};

// Receives what checks find. Called from the host threads of all workers.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void add(RawFinding found) = 0;
  // Called for the first finding of a kind, while the thread is at the instruction of the last side, so that debuggers
  // can stop there. The finding is passed to add() later, and may differ then: the first finding of a kind in group
  // order stands for all findings of the kind.
  virtual void seen(const RawFinding& /*found*/) {}

 protected:
  Sink() = default;
  Sink(const Sink&) = default;
  Sink& operator=(const Sink&) = default;
};

}  // namespace eugene::check
