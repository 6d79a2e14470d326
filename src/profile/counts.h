// Counters of a profile: for each instruction, and for a whole kernel.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/source_lines.h"
#include "profile/cache_model.h"
#include "profile/device_model.h"
#include "profile/listing.h"

namespace eugene::profile {

struct InstructionCounts {
  std::uint64_t executions = 0;
  std::uint64_t channels = 0;     // enabled, over all executions
  std::uint64_t divergences = 0;  // executions after which some channels went on and others did not
  std::uint64_t parted = 0;       // channels that did not go on, over all divergences
  std::uint64_t timed = 0;        // executions whose cycles were followed; those of all are derived from them
  std::uint64_t issue = 0;        // cycles for which it held its pipe
  std::uint64_t stalled = 0;      // cycles for which its thread waited before it
  std::uint64_t blamed = 0;       // cycles for which threads waited for its result
  // Of messages:
  std::uint64_t bytes = 0;      // that enabled channels read or wrote
  std::uint64_t slm_bytes = 0;  // of them in shared local memory
  std::uint64_t accesses = 0;   // messages that access memory
  std::uint64_t lines = 0;      // of the L3
  std::uint64_t hits = 0;       // of these lines
  std::uint64_t l3_clocks = 0;  // of a bank: more than lines where atomics meet
  std::uint64_t slm_clocks = 0;
  std::uint64_t slm_least = 0;  // without a conflict
  std::uint64_t atomics = 0;    // channels

  InstructionCounts& operator+=(const InstructionCounts& more);
  bool operator==(const InstructionCounts&) const = default;
};

// The members by their names: of JSON, and to add them up.
struct CountName {
  const char* name;
  std::uint64_t InstructionCounts::* member;
};
inline constexpr std::array kCountNames{CountName{"executions", &InstructionCounts::executions},
                                        CountName{"channels", &InstructionCounts::channels},
                                        CountName{"divergences", &InstructionCounts::divergences},
                                        CountName{"parted", &InstructionCounts::parted},
                                        CountName{"timed", &InstructionCounts::timed},
                                        CountName{"issue", &InstructionCounts::issue},
                                        CountName{"stalled", &InstructionCounts::stalled},
                                        CountName{"blamed", &InstructionCounts::blamed},
                                        CountName{"bytes", &InstructionCounts::bytes},
                                        CountName{"slm_bytes", &InstructionCounts::slm_bytes},
                                        CountName{"accesses", &InstructionCounts::accesses},
                                        CountName{"lines", &InstructionCounts::lines},
                                        CountName{"hits", &InstructionCounts::hits},
                                        CountName{"l3_clocks", &InstructionCounts::l3_clocks},
                                        CountName{"slm_clocks", &InstructionCounts::slm_clocks},
                                        CountName{"slm_least", &InstructionCounts::slm_least},
                                        CountName{"atomics", &InstructionCounts::atomics}};
static_assert(sizeof(InstructionCounts) == kCountNames.size() * sizeof(std::uint64_t));

constexpr InstructionCounts& add(InstructionCounts& all, const InstructionCounts& more) {
  for (const CountName& each : kCountNames) all.*each.member += more.*each.member;
  return all;
}
inline InstructionCounts& InstructionCounts::operator+=(const InstructionCounts& more) { return add(*this, more); }

// One of a kernel's dispatches. What is sampled (stalled, blamed, timed) is 0 here: no group of it may have been timed.
struct DispatchCounts {
  std::uint64_t number = 0;  // in the order in which dispatches end, in their process
  std::uint64_t groups = 0;
  std::uint64_t threads = 0;
  InstructionCounts all;  // of its instructions together
  bool operator==(const DispatchCounts&) const = default;
};

// All dispatches of a kernel. Cycles but for `issue` are those of the groups that were timed, until scale().
struct KernelCounts {
  std::string name;                          // empty if unknown
  SourceLines lines;                         // empty if unknown
  std::map<unsigned, std::string> surfaces;  // names of arguments, by index in the binding table
  std::vector<std::byte> code;
  std::shared_ptr<const Listing> listing;  // in place of code: vISA
  std::uint64_t dispatches = 0;
  std::uint64_t groups = 0;
  std::uint64_t timed_groups = 0;  // whose threads' cycles were followed
  std::uint64_t threads = 0;
  std::uint64_t group_cycles = 0;               // of each group from its first instruction to its last, added up
  std::uint64_t resident_cycles = 0;            // group_cycles divided by the groups that run at a time
  std::array<HitCount, kL3Clients> l3{};        // by client
  DeviceModel device;                           // of the last of them
  std::vector<InstructionCounts> instructions;  // by number in the program
  std::vector<DispatchCounts> each;             // the first kMostDispatches of them
};

// Rows that a profile keeps of one kernel's dispatches.
inline constexpr std::size_t kMostDispatches = 65536;

// The cycles of all groups in place of those that were timed: of each instruction in proportion to its executions.
void scale(KernelCounts& kernel);

}  // namespace eugene::profile
