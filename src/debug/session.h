// The debugger in one dispatch: decides which instructions stop, and executes the commands at a stop.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "debug/debug_source.h"
#include "debug/inspector.h"
#include "debug/stepping.h"
#include "debug/stopped_group.h"
#include "debug/writers.h"
#include "eu/port.h"

namespace eugene::debug {

// What the user wants to go back for. If the moment is not known yet, runs of the parts before search for it.
struct GoingBack {
  enum class Search : std::uint8_t {
    nothing,      // no search: the moment is known
    instruction,  // the last instruction
    line,         // the last line start of `channel`, except in functions called later
    stop,         // the last breakpoint, or the last write to watched bytes
    write,        // the last write to `bytes`
  };

  Search search = Search::nothing;
  gpu::Moment began;                 // the moment when the search was started
  std::optional<gpu::Moment> found;  // the last match so far
  Memory bytes;
  unsigned thread = 0, channel = 0, depth = 0;
  std::uint32_t line = 0;    // the thread's current line
  gpu::Moment otherwise;     // the target if the search for a line finds none
  std::string reason, text;  // of the stop at the target
  unsigned breakpoint = 0;
  std::optional<gpu::Moment> return_to;  // the stop after a search, where `text` describes the result
};

class Session {
 public:
  // With `stops`, the dispatch stops before its first instruction.
  Session(DebugState& state, const gpu::ObservedDispatch& dispatch, ProgramText text, std::uint64_t launch, bool stops);

  // Events of the dispatch (eu/observer.h).
  void group_begins(const eu::StartedGroup& group);
  void group_ends();
  void instruction_begins(const eu::Thread& thread, std::uint32_t index);
  void message_begins(const eu::SendRequest& request);
  void accessed(const eu::Access& access);
  void faults(const eu::Thread& thread, const eu::Fault& fault);
  void recovers(const eu::Thread& thread, const eu::Recovery& recovery);
  void goes_back(const eu::Return& to);
  bool wants_state() const { return group_.timeline.wants_mark(); }
  void state_kept(const std::shared_ptr<const eu::GroupState>& state);
  void dispatch_ends();
  const eu::Return* goes_back_to() const { return group_.timeline.leaving_to(); }
  // Called when a check has found an error, on the dispatch's own host thread.
  void found(const SeenFinding& finding);

 private:
  using Mode = Stepping::Mode;
  // The reason for a stop.
  struct StopReason {
    std::string reason;  // Stop::reason (console.h)
    std::string text;
    unsigned breakpoint = 0;
  };

  // Functions that decide where to stop.
  void pass(const eu::Thread& thread, unsigned number, std::uint32_t index);
  void find_offsets();
  bool hits_breakpoint(unsigned thread, std::uint32_t index, StopReason& why);
  bool hits(Breakpoint& breakpoint, unsigned thread, bool counts, StopReason& why);
  std::uint32_t channels_at(Breakpoint& breakpoint, unsigned thread, bool counts);
  bool holds(Breakpoint& breakpoint, const Scope& scope, bool counts);
  void say_message(const Message& message, unsigned thread, std::uint32_t channels) const;
  bool polls();  // whether to check for an interrupt by the user now
  bool is_interrupted(StopReason& why);
  void note_write(const eu::Access& access);
  void fault_stops(const eu::Thread& thread, const std::string& text);
  void stop(unsigned thread, const StopReason& why);

  // Going back.
  bool is_leaving() const { return group_.timeline.direction() == gpu::Timeline::Direction::leaving; }
  void arrive(unsigned thread);
  void pass_back(unsigned thread, std::uint32_t index);
  void give_up(unsigned thread, const StopReason& why);
  void ends_search();
  void go_to(gpu::Moment moment, StopReason why);
  void search(GoingBack::Search what);
  bool step_back(std::uint64_t event);
  bool step_back_over();
  void note_line(unsigned thread, std::uint32_t index);
  void find_writer(const Command& command);
  std::string writer_text(const Writer& writer) const;

  // Commands.
  bool execute(const Command& command);  // returns whether to wait for another command
  bool execute_motion(const Command& command);
  void execute_focus(const Command& command);
  bool resume(Mode mode, std::uint64_t steps = 1);
  bool finish();
  std::optional<std::string> unknown_name(const StopPoint& place) const;
  void add(const StopPoint& place);
  void remove(std::uint64_t number);
  std::string info_text(const std::string& what) const;
  std::string breakpoints_text() const;
  void say(std::string_view text) const { state_->console->say(text); }

  DebugState* state_;
  StoppedGroup group_;
  std::map<unsigned, std::set<std::uint32_t>> offsets_;  // offsets of a breakpoint's instructions, by its number
  std::vector<bool> stops_;                              // by instruction: whether a breakpoint is at the instruction
  bool has_watch_ = false;
  Stepping stepping_;
  Inspector inspector_;
  Writers writers_;
  std::optional<GoingBack> going_;  // set while the dispatch goes back
  Writer sender_;                   // the current message, as a writer
  std::uint32_t sender_channels_ = 0;
  std::uint64_t polls_ = 0;
};

// Registers the session in DebugState::sessions for the observer's lifetime.
class SessionObserver final : public eu::Observer {
 public:
  SessionObserver(Session& session, DebugState& state);
  ~SessionObserver() override;
  SessionObserver(const SessionObserver&) = delete;
  SessionObserver& operator=(const SessionObserver&) = delete;

  eu::Interest interest() const override { return {.before = true, .accesses = true, .texels = true}; }
  void group_begins(const eu::StartedGroup& group) override { session_->group_begins(group); }
  void group_ends() override { session_->group_ends(); }
  void instruction_begins(const eu::PreparedOp& op, const eu::Thread& thread) override;
  void message_begins(const eu::SendRequest& request) override { session_->message_begins(request); }
  void accessed(const eu::Access& access) override { session_->accessed(access); }
  void faults(const eu::Thread& thread, const eu::Fault& fault) override { session_->faults(thread, fault); }
  void recovers(const eu::Thread& thread, const eu::Recovery& recovery) override {
    session_->recovers(thread, recovery);
  }
  const eu::Return* goes_back_to() const override { return session_->goes_back_to(); }
  void goes_back(const eu::Return& to) override { session_->goes_back(to); }
  bool wants_state() const override { return session_->wants_state(); }
  void state_kept(const std::shared_ptr<const eu::GroupState>& state) override { session_->state_kept(state); }

 private:
  Session* session_;
  DebugState* state_;
};

}  // namespace eugene::debug
