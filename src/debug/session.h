// The debugger in one dispatch: which instructions stop, and the commands at a stop.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "debug/debug_source.h"
#include "eu/thread_block.h"
#include "gpu/schedule/work_items.h"
#include "memory/view.h"

namespace eugene::debug {

class Session {
 public:
  // `stops`: before its first instruction.
  Session(DebugState& state, const gpu::ObservedDispatch& dispatch, ProgramText text, std::uint64_t launch, bool stops);

  void group_begins(const eu::StartedGroup& group);
  void group_ends();
  void instruction_begins(const eu::Thread& thread);
  void dispatch_ends();

 private:
  enum class Mode : std::uint8_t { run, any, instruction, line };

  void find_offsets();
  bool hits_breakpoint(unsigned thread, std::uint32_t ip, std::string& why);
  bool ends_step(unsigned thread, std::uint32_t ip);
  bool has_item(unsigned thread, const GlobalId& item) const;
  void stop(unsigned thread, const std::string& why);
  bool execute(const Command& command);  // whether to wait for another one
  bool resume(Mode mode, std::uint64_t steps);
  void add(const Place& place);
  void remove(std::uint64_t number);

  std::string place_text() const;
  std::string source_text(std::uint32_t ip) const;
  std::string code_text(std::uint64_t count);
  std::string list_text() const;
  std::string lanes_text() const;
  std::string threads_text() const;
  std::string breakpoints_text() const;
  std::string memory_text(const Memory& memory);
  void say(std::string_view text) const { state_->console->say(text); }
  const eu::Thread& focused() const { return (*threads_)[focus_]; }

  DebugState* state_;
  gpu::ObservedDispatch dispatch_;
  ProgramText text_;
  std::uint64_t launch_;
  gpu::WorkItems items_;
  memory::View view_;
  std::set<std::uint32_t> offsets_;  // of all breakpoints
  Mode mode_;
  std::uint64_t steps_ = 1;         // still to be made
  unsigned stepped_ = 0;            // the thread that steps, of the current group
  std::optional<SourceLine> line_;  // from which it steps
  std::uint64_t group_ = 0;         // the current one's index in the walk
  eu::ThreadBlock* threads_ = nullptr;
  unsigned count_ = 0;  // of threads
  std::span<std::byte> local_;
  std::vector<std::uint64_t> begun_;  // by thread: 1 + instructions before the one that was seen last
  unsigned focus_ = 0;
};

class SessionObserver final : public eu::Observer {
 public:
  explicit SessionObserver(Session& session) : session_(&session) {}
  eu::Interest interest() const override { return {.before = true}; }
  void group_begins(const eu::StartedGroup& group) override { session_->group_begins(group); }
  void group_ends() override { session_->group_ends(); }
  void instruction_begins(const eu::PreparedOp& /*op*/, const eu::Thread& thread) override {
    session_->instruction_begins(thread);
  }

 private:
  Session* session_;
};

}  // namespace eugene::debug
