// The debugger in one dispatch: which instructions stop, and the commands at a stop.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "debug/debug_source.h"
#include "debug/evaluate.h"
#include "debug/frames.h"
#include "debug/going_back.h"
#include "debug/journal.h"
#include "debug/stepping.h"
#include "debug/track.h"
#include "debug/variables.h"
#include "debug/writers.h"
#include "eu/port.h"
#include "eu/thread_block.h"
#include "gpu/schedule/work_items.h"
#include "memory/view.h"

namespace eugene::debug {

class Session {
 public:
  // `stops`: before its first instruction.
  Session(DebugState& state, const gpu::ObservedDispatch& dispatch, ProgramText text, std::uint64_t launch, bool stops);

  // Events of the dispatch (eu/observer.h).
  void group_begins(const eu::StartedGroup& group);
  void group_ends();
  void instruction_begins(const eu::Thread& thread, std::uint32_t index);
  void message_begins(const eu::SendRequest& request);
  void accessed(const eu::Access& access);
  void faults(const eu::Thread& thread, const eu::Fault& fault);
  void recovers(const eu::Thread& thread, const eu::Recovery& recovery);
  void goes_back(std::uint64_t group);
  void dispatch_ends();
  std::optional<std::uint64_t> goes_back_to() const;
  // A check has found a mistake, in the dispatch's own host thread.
  void found(const SeenFinding& finding);

 private:
  using Mode = Stepping::Mode;
  struct Why {
    std::string reason;  // for programs (console.h)
    std::string text;
    unsigned breakpoint = 0;
  };

  // Deciding where to stop.
  void find_offsets();
  bool hits_breakpoint(unsigned thread, std::uint32_t index, Why& why);
  bool hits(Breakpoint& breakpoint, unsigned thread, bool counts, Why& why);
  std::uint32_t channels_at(const Place& place, unsigned thread) const;
  void say_message(const Message& message, unsigned thread, std::uint32_t channels) const;
  bool is_interrupted(Why& why);
  void note_write(const eu::Access& access);
  void fault_stops(const eu::Thread& thread, const std::string& text);
  void stop(unsigned thread, const Why& why);

  // Going back.
  bool goes_on_back(unsigned thread, std::uint32_t index);
  void ends_search();
  void go_to(Moment moment, Why why);
  void search(GoingBack::Search what, Moment until);
  bool step_back(std::uint64_t event);
  bool step_back_over();
  void note_line(unsigned thread, std::uint32_t index);
  void find_writer(const Command& command);
  std::string writer_text(const Writer& writer) const;

  // Commands.
  bool execute(const Command& command);  // whether to wait for another one
  bool execute_motion(const Command& command);
  void execute_focus(const Command& command);
  bool resume(Mode mode, std::uint64_t steps = 1);
  Mode mode_of_finish() const;
  void add(const Place& place);
  void remove(std::uint64_t number);
  void print(const Command& command);
  void set_value(const Command& command);
  std::string locals_text() const;

  // Functions.
  std::vector<Frame> frames() const;
  Frame frame() const;  // in focus
  void select_frame(std::size_t level);
  std::uint32_t index_of_focus() const;
  const std::vector<std::uint8_t>& depths();
  std::string name_of(const Frame& frame) const;
  std::string frame_text(const Frame& frame) const;
  std::string frames_text() const;

  // As JSON.
  std::string shown(const std::string& what);
  nlohmann::json shown_place() const;
  nlohmann::json shown_items() const;
  nlohmann::json shown_frames() const;
  nlohmann::json shown_columns() const;
  nlohmann::json shown_locals() const;
  nlohmann::json shown_parts(const std::string& expression) const;
  nlohmann::json shown_value(const std::string& expression) const;
  nlohmann::json shown_datum(const std::string& name, const std::string& expression, const Result<Datum>& datum,
                             const Channel& at) const;
  nlohmann::json shown_registers() const;
  nlohmann::json shown_state() const;
  nlohmann::json shown_memory(std::uint64_t address, std::uint64_t count) const;
  nlohmann::json shown_code(std::uint64_t ip, std::uint64_t before, std::uint64_t count) const;

  // Values.
  const Variables& variables() const;
  Channel channel_of(unsigned thread, unsigned channel) const;
  Channel in_frame(unsigned channel) const;  // of the thread and frame in focus
  bool read_pointed(std::uint64_t address, std::span<std::byte> to) const;
  bool write_pointed(std::uint64_t address, std::span<const std::byte> from);
  std::string column_text(const Expression& expression) const;
  bool store_datum(const Datum& datum, Number value);
  std::optional<Memory> bytes_of_variable(const Expression& expression);
  Scope scope_of(unsigned thread, unsigned channel) const;
  Scope in_focus(unsigned channel) const;  // of the thread and frame in focus
  std::optional<Number> id_of(std::string_view function, unsigned dimension, unsigned thread, unsigned channel) const;
  std::string item_text(std::uint64_t group, unsigned thread, unsigned channel) const;
  std::string place_text() const;
  std::string instruction_text(std::uint32_t ip) const;
  std::string source_text(std::uint32_t ip) const;
  std::string code_text(std::uint64_t count);
  std::string list_text() const;
  std::string lanes_text() const;
  std::string threads_text() const;
  std::string breakpoints_text() const;
  std::string memory_text(const Memory& memory);
  void say(std::string_view text) const { state_->console->say(text); }
  eu::Thread& focused() const { return (*threads_)[focus_]; }

  DebugState* state_;
  gpu::ObservedDispatch dispatch_;
  ProgramText text_;
  std::uint64_t launch_;
  gpu::WorkItems items_;
  mutable memory::View view_;
  std::map<unsigned, std::set<std::uint32_t>> offsets_;  // by number of a breakpoint
  std::vector<bool> stops_;                              // by instruction: whether it is one of them
  bool has_watch_ = false;
  Track track_;
  Stepping stepping_;
  Journal journal_;
  Writers writers_;
  std::optional<GoingBack> going_;
  bool leaves_ = false;  // the dispatch is to go back to going_->from
  Writer sender_;        // of the message under way
  std::uint32_t sender_channels_ = 0;
  eu::ThreadBlock* threads_ = nullptr;
  unsigned count_ = 0;  // of threads
  std::span<std::byte> local_;
  unsigned focus_ = 0;     // thread
  unsigned channel_ = 0;   // of it
  std::size_t level_ = 0;  // of its frames
  std::uint64_t polls_ = 0;
  mutable std::optional<Variables> variables_;  // once they are asked for
  std::vector<std::uint8_t> depths_;            // by instruction; empty until it is asked for
};

// Puts the session into the list of those that run while it lives.
class SessionObserver final : public eu::Observer {
 public:
  SessionObserver(Session& session, DebugState& state);
  ~SessionObserver() override;
  SessionObserver(const SessionObserver&) = delete;
  SessionObserver& operator=(const SessionObserver&) = delete;

  eu::Interest interest() const override { return {.before = true, .accesses = true}; }
  void group_begins(const eu::StartedGroup& group) override { session_->group_begins(group); }
  void group_ends() override { session_->group_ends(); }
  void instruction_begins(const eu::PreparedOp& op, const eu::Thread& thread) override;
  void message_begins(const eu::SendRequest& request) override { session_->message_begins(request); }
  void accessed(const eu::Access& access) override { session_->accessed(access); }
  void faults(const eu::Thread& thread, const eu::Fault& fault) override { session_->faults(thread, fault); }
  void recovers(const eu::Thread& thread, const eu::Recovery& recovery) override {
    session_->recovers(thread, recovery);
  }
  std::optional<std::uint64_t> goes_back_to() const override { return session_->goes_back_to(); }
  void goes_back(std::uint64_t group) override { session_->goes_back(group); }

 private:
  Session* session_;
  DebugState* state_;
};

}  // namespace eugene::debug
