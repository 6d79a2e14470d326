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
#include "base/stage.h"
#include "profile/cache_model.h"
#include "profile/device_model.h"
#include "profile/listing.h"

namespace eugene::profile {

struct InstructionCounts {
  std::uint64_t executions = 0;
  std::uint64_t channels = 0;     // enabled channels, summed over all executions
  std::uint64_t divergences = 0;  // executions after which some channels continued and others did not
  std::uint64_t parted = 0;       // channels that did not continue, summed over all divergences
  std::uint64_t timed = 0;        // executions with measured cycles; scale() extrapolates from them to all executions
  std::uint64_t issue = 0;        // cycles of its pipe that the instruction occupied
  std::uint64_t stalled = 0;      // cycles of the thread's waits before the instruction
  std::uint64_t blamed = 0;       // cycles of threads' waits for the instruction's result
  // Counts of messages:
  std::uint64_t bytes = 0;       // bytes that enabled channels read or wrote
  std::uint64_t slm_bytes = 0;   // the part of `bytes` in shared local memory
  std::uint64_t accesses = 0;    // messages that access memory
  std::uint64_t lines = 0;       // L3 lines accessed
  std::uint64_t hits = 0;        // L3 lines that hit
  std::uint64_t l3_clocks = 0;   // clocks of L3 banks; atomics to the same dword take turns
  std::uint64_t slm_clocks = 0;  // clocks of shared local memory
  std::uint64_t slm_least = 0;   // clocks of shared local memory without conflicts
  std::uint64_t atomics = 0;     // channels that executed an atomic

  InstructionCounts& operator+=(const InstructionCounts& more);
  bool operator==(const InstructionCounts&) const = default;
};

// The members with their names in JSON. Also used to add counts.
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

// One dispatch of a kernel. Sampled counts (stalled, blamed, timed) are 0, because possibly no group of the dispatch
// was timed.
struct DispatchCounts {
  std::uint64_t number = 0;  // index in the process, in the order of the dispatches' ends
  std::uint64_t groups = 0;
  std::uint64_t threads = 0;
  InstructionCounts all;  // sum over all instructions
  bool operator==(const DispatchCounts&) const = default;
};

// All dispatches of a kernel. Before scale(), all cycles except `issue` cover only the timed groups.
struct KernelCounts {
  std::string name;                          // empty if unknown
  Stage stage = Stage::compute;              // of the last dispatch
  SourceLines lines;                         // empty if unknown
  std::map<unsigned, std::string> surfaces;  // names of arguments, by index in the binding table
  std::vector<std::byte> code;
  std::shared_ptr<const Listing> listing;  // of a vISA kernel, instead of code; null for machine code
  std::uint64_t dispatches = 0;
  std::uint64_t groups = 0;
  std::uint64_t timed_groups = 0;  // groups with measured cycles
  std::uint64_t threads = 0;
  std::uint64_t group_cycles = 0;               // cycles from a group's first to its last instruction, summed up
  std::uint64_t resident_cycles = 0;            // group_cycles divided by the groups that run at a time
  std::array<HitCount, kL3Clients> l3{};        // by client
  DeviceModel device;                           // of the last dispatch
  std::vector<InstructionCounts> instructions;  // by index in the program
  std::vector<DispatchCounts> each;             // the first kMaxDispatches dispatches
};

// Max dispatches of a kernel that a profile lists one by one.
inline constexpr std::size_t kMaxDispatches = 65536;

// Extrapolates cycles from the timed groups to all groups: for each instruction, in proportion to its executions.
void scale(KernelCounts& kernel);

}  // namespace eugene::profile
