// The debugger in the program: stops threads before instructions, and does what the user asks meanwhile.
//
// Each dispatch in which a breakpoint can be hit, or whose first instruction is a stop, is interpreted on one worker;
// an observer compares each instruction with the places of the breakpoints in this kernel. All others run compiled, as
// without a debugger. A stop blocks the worker, and with it the dispatch, until the user lets it go on.
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
#include "gpu/schedule/observation.h"

namespace eugene::debug {

class Session;

struct Breakpoint {
  unsigned number = 0;  // as the user calls it
  Place place;
  std::uint64_t hits = 0;
  bool has_complained = false;  // of a condition without a value
};

// What a check has found, while the thread is at the instruction.
struct SeenFinding {
  std::string id;    // "memory.bounds"
  std::string text;  // of several lines
  unsigned thread = 0;
  unsigned channel = 0;
};

// What the dispatches of a process share.
struct DebugState {
  std::mutex mutex;  // one dispatch at a time has the console
  std::unique_ptr<Console> console;
  std::vector<Breakpoint> breakpoints;
  unsigned next_number = 1;
  std::uint64_t launches = 0;
  bool stops_at_entry = true;  // of the next kernel
  bool is_detached = false;
  std::mutex sessions_mutex;
  std::map<std::thread::id, Session*> sessions;  // by host thread of their worker
  std::set<std::thread::id> watching;            // by host thread on which the dispatch began
};

class DebugSource final : public gpu::ObserverSource {
 public:
  // By the code of a kernel.
  using FindText = std::function<ProgramText(std::span<const std::byte>)>;

  DebugSource(std::unique_ptr<Console> console, FindText find_text);
  eu::Interest interest() const override { return {.before = true}; }
  std::unique_ptr<gpu::DispatchObserver> dispatch_begins(const gpu::ObservedDispatch& dispatch) override;

  // Whether the dispatch that began last on this host thread is watched, and so to be checked: findings may be stops.
  bool is_watching() const;
  // Called by the checks of a dispatch, on its host thread.
  void seen(const SeenFinding& finding);

 private:
  std::unique_ptr<gpu::DispatchObserver> watch(const gpu::ObservedDispatch& dispatch);

  std::shared_ptr<DebugState> state_;
  FindText find_text_;
};

// The offsets of the instructions at which `place` stops in a kernel. For a line without code, those of the next line
// that has some.
std::set<std::uint32_t> offsets_of(const Place& place, const ProgramText& text);
// Whether the breakpoint stops at a finding of this id.
bool catches(const Place& place, std::string_view id);

}  // namespace eugene::debug
