// The part of the debugger inside the debugged program: stops threads before instructions, and executes the user's
// commands at a stop.
//
// A dispatch in which a breakpoint can be hit, or whose first instruction is a stop, is interpreted on one worker. An
// observer compares each instruction with the places of the breakpoints in this kernel. All other dispatches run
// compiled, as without a debugger. A stop blocks the worker, and with it the dispatch, until the user continues.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "debug/command.h"
#include "debug/console.h"
#include "debug/program_text.h"
#include "gpu/schedule/observe/observation.h"

namespace eugene::debug {

class Session;

struct Breakpoint {
  unsigned number = 0;  // the number that the user sees
  StopPoint place;
  std::uint64_t hits = 0;
  bool has_complained = false;  // has reported that its condition has no value
};

// A finding of a check, delivered while the thread is at the instruction.
struct SeenFinding {
  std::string id;    // "memory.bounds"
  std::string text;  // several lines
  unsigned thread = 0;
  unsigned channel = 0;
};

// State shared by all dispatches of a process.
struct DebugState {
  std::mutex mutex;  // held by the dispatch that uses the console
  std::unique_ptr<Console> console;
  std::vector<Breakpoint> breakpoints;
  unsigned next_number = 1;
  std::uint64_t launches = 0;
  bool stops_at_entry = true;  // stops at the first instruction of the next kernel
  bool is_detached = false;
  bool has_said_draws = false;  // the user has been told that shaders of draws run without stops
  std::mutex sessions_mutex;
  std::map<std::thread::id, Session*> sessions;  // indexed by the host thread of the session's worker
  std::set<std::thread::id> watching;            // host threads whose last dispatch is watched
};

class DebugSource final : public gpu::ObserverSource {
 public:
  // Returns the source of the kernel with the given code.
  using FindText = std::function<ProgramText(std::span<const std::byte>)>;

  DebugSource(std::unique_ptr<Console> console, FindText find_text);
  eu::Interest interest() const override { return {.before = true}; }
  std::unique_ptr<gpu::DispatchObserver> dispatch_begins(const gpu::ObservedDispatch& dispatch) override;

  // Whether the last dispatch that began on this host thread is watched. If so, checks must run on the dispatch,
  // because findings may be stops.
  bool is_watching() const;
  // Called by a dispatch's checks at each finding, on the dispatch's host thread.
  void seen(const SeenFinding& finding);

 private:
  std::unique_ptr<gpu::DispatchObserver> watch(const gpu::ObservedDispatch& dispatch);

  std::shared_ptr<DebugState> state_;
  FindText find_text_;
};

// Returns the offsets of a kernel's instructions that `place` stops. A line without code stands for the next
// line that has code.
std::set<std::uint32_t> code_offsets(const StopPoint& place, const ProgramText& text);
// Whether a breakpoint at `place` stops at findings with this id.
bool catches(const StopPoint& place, std::string_view id);

}  // namespace eugene::debug
