// Runs one case: assembles it, lets its threads take turns until all have ended, and checks the results.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/source_lines.h"
#include "eu/observer.h"
#include "eu/port.h"
#include "memory/flat_memory.h"
#include "profile/counts.h"
#include "profile/parameters.h"
#include "script/script.h"
#include "script/trace.h"

namespace eugene::gpu {
class Compiler;
class ObserverSource;
}  // namespace eugene::gpu

namespace eugene::script {

class CaseDevice;
struct CaseProgram;

struct RunOptions {
  std::uint64_t instructions = 100'000'000;  // maximum, for all threads together
  std::chrono::nanoseconds timeout{0};       // 0: no limit
  std::string kernel;                        // one of several in the file; empty: the first
  bool unchecked = false;                    // executes vISA that violates rules
  bool check = false;                        // check every instruction: checker.h
  bool remarks = false;                      // the same, but reports do not fail the case
  bool reports_bounds = false;               // report accesses outside the bounds of a surface
  bool prints_changes = false;               // print the registers that a single thread has changed
  TraceSink trace;                           // receives each executed instruction; null: no trace
  gpu::Compiler* compiler = nullptr;         // compiles the program if nothing is observed; null: always interpreted
  // Returns observers of a case, which is then interpreted. A debugger may have groups run again.
  std::function<std::vector<gpu::ObserverSource*>(const Script&, const Case&, const CaseProgram&)> observe;
  const std::atomic<bool>* cancelled = nullptr;  // can be set by any host thread: ends the case without a result
  memory::FlatMemory* memory = nullptr;          // memory of the case; null: temporary memory
  memory::PageSource* beyond = nullptr;          // other memory that threads can access; null: none
  // Called with the threads of each group at its end, and the group's number. When a debugger goes back, groups end
  // again.
  std::function<void(CaseDevice&, unsigned)> group_ends;
  // The state from which the case continues; an observer got it in an earlier run (eu::Observer::state_kept). `memory`
  // is the memory of that run, as it was then. No state: from the beginning.
  eu::Return from;
  std::vector<profile::KernelCounts>* profile = nullptr;  // the threads' counts are added here; null: no profile
  profile::Parameters profile_model;                      // assumptions of the profile
};

struct ThreadFault {
  eu::Fault fault;
  unsigned thread = 0;               // counted over all groups
  std::uint32_t line = 0;            // of the assembly; 0: unknown
  std::optional<SourceLine> source;  // line that it was compiled from, if known
  bool breakpoint = false;
  bool timeout = false;  // the program did not end in time
};

struct Mismatch {
  Location where;           // location of the expectation
  std::string place;        // "r10:f", with the thread if there are several
  std::uint64_t index = 0;  // element
  std::string expected;
  std::string actual;
};

// The values of a place that a directive prints.
struct Printed {
  Place place;
  unsigned thread = 0;
  std::vector<std::optional<std::uint64_t>> values;
};

// A report of --check.
struct CaseReport {
  std::string id;  // ID of its cause: script/reliance/cause.h
  std::string what;
  std::string reference;
  unsigned thread = 0;
  std::uint32_t line = 0;            // of the assembly; 0: unknown
  std::optional<SourceLine> source;  // line that it was compiled from, if known
  std::uint32_t ip = 0;
  bool expected = false;
  bool is_remark = false;  // only a remark: the user did not request it
};

struct CaseResult {
  Diagnostics problems;  // the case could not be run
  Diagnostics warnings;  // of the assembler
  std::vector<Mismatch> mismatches;
  std::optional<ThreadFault> fault;  // of a thread, expected or not
  bool fault_expected = false;
  std::vector<Printed> prints;
  std::vector<CaseReport> reports;
  std::uint64_t instructions = 0;
  std::uint64_t threads = 0;

  bool faulted() const { return fault && !fault_expected; }
  bool suspicious() const {
    return std::ranges::any_of(reports, [](const CaseReport& each) { return !each.expected && !each.is_remark; });
  }
  bool passed() const { return problems.empty() && mismatches.empty() && !faulted() && !suspicious(); }
};

CaseResult run_case(const Script& script, const Case& unresolved, const RunOptions& options);

// Formats a mismatch, a fault, a report or a list of values as text for people. Lines end with a newline.
std::string describe(const Mismatch& mismatch);
std::string describe(const ThreadFault& fault, std::string_view file);
std::string describe(const CaseReport& report, std::string_view file);
std::string describe(const Printed& printed, bool several_threads);

}  // namespace eugene::script
