// Runs one case: assembles it, starts its threads, lets them take turns until all have ended, and checks the results.
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
  std::uint64_t instructions = 100'000'000;  // of all threads together, at most
  std::chrono::nanoseconds timeout{0};       // 0: none
  std::string kernel;                        // of several in the file; empty: the first
  bool unchecked = false;                    // executes vISA whose rules are broken
  bool check = false;                        // watch every instruction: checker.h
  bool remarks = false;                      // watch as well, but what is found fails no case
  bool reports_bounds = false;               // what the bounds of a surface drop is reported
  bool prints_changes = false;               // prints the registers that a single thread has changed
  TraceSink trace;                           // gets each instruction that is executed; null: none is traced
  gpu::Compiler* compiler = nullptr;         // compiles what is not watched; null: all is interpreted
  // Gives the observers of a case, which is then interpreted. A debugger among them may have groups run again.
  std::function<std::vector<gpu::ObserverSource*>(const Script&, const Case&, const CaseProgram&)> observe;
  const std::atomic<bool>* cancelled = nullptr;  // set from any host thread: the case ends, with no result
  memory::FlatMemory* memory = nullptr;          // where the case's memory is; null: it ends with the case
  memory::PageSource* beyond = nullptr;          // other memory that threads see; null: none
  std::function<void(CaseDevice&)> group_ends;   // gets the threads of each group as they end
  // Where the case goes on from: a state that an observer got in an earlier run of it (eu::Observer::state_kept). That
  // observer puts memory back to what it was there. No state: from the beginning.
  eu::Return from;
  std::vector<profile::KernelCounts>* profile = nullptr;  // what threads do, but of vISA, is added there; null: nowhere
  profile::Parameters profile_model;                      // assumptions of that profile
};

struct ThreadFault {
  eu::Fault fault;
  unsigned thread = 0;               // counted over all groups
  std::uint32_t line = 0;            // of the assembly; 0: unknown
  std::optional<SourceLine> source;  // what that was compiled from, where known
  bool breakpoint = false;
  bool timeout = false;  // the program did not end
};

struct Mismatch {
  Location where;           // the expectation
  std::string place;        // "r10:f", with the thread where there are several
  std::uint64_t index = 0;  // element
  std::string expected;
  std::string actual;
};

struct Printed {
  Place place;
  unsigned thread = 0;
  std::vector<std::optional<std::uint64_t>> values;
};

// Something --check found.
struct CaseReport {
  std::string id;  // of its cause: sanitize/cause.h
  std::string what;
  std::string reference;
  unsigned thread = 0;
  std::uint32_t line = 0;            // of the assembly; 0: unknown
  std::optional<SourceLine> source;  // what that was compiled from, where known
  std::uint32_t ip = 0;
  bool expected = false;
  bool is_remark = false;  // nobody has asked for it
};

struct CaseResult {
  Diagnostics problems;  // the case could not be run
  Diagnostics warnings;  // of the assembler
  std::vector<Mismatch> mismatches;
  std::optional<ThreadFault> fault;  // of the threads, expected or not
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

// A mismatch, a fault, a list of values, as text for people; lines end with a newline.
std::string describe(const Mismatch& mismatch);
std::string describe(const ThreadFault& fault, std::string_view file);
std::string describe(const CaseReport& report, std::string_view file);
std::string describe(const Printed& printed, bool several_threads);

}  // namespace eugene::script
