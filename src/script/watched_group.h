// Runs the run-time checker (src/script/reliance) on the threads of a group, for --check.
#pragma once

#include <cstdint>
#include <vector>

#include "eu/observer.h"
#include "eu/port.h"
#include "script/case_device.h"
#include "script/case_program.h"
#include "script/findings.h"
#include "script/reliance/checker.h"

namespace eugene::script {

class WatchedGroup final : public eu::Observer {
 public:
  // Call this after the threads of group `number` have been started in `device`.
  WatchedGroup(const Case& one, const CaseProgram& program, Findings& findings, CaseDevice& device, unsigned number);
  WatchedGroup(const WatchedGroup&) = delete;
  WatchedGroup& operator=(const WatchedGroup&) = delete;

  // The checkers' knowledge at this point, so that another run of the case can continue from here.
  struct State {
    std::vector<reliance::Checker> checkers;  // indexed by thread
    reliance::GroupMemory memory;
  };
  State state() const { return {.checkers = checkers_, .memory = memory_}; }
  void restore(const State& state);

  // Checks each instruction before it executes, and its message before and after.
  eu::Interest interest() const override { return {.before = true, .messages = true}; }
  void instruction_begins(const eu::PreparedOp& op, const eu::Thread& thread) override;
  void message_begins(const eu::SendRequest& request) override;
  void message_ends(const eu::SendRequest& request, eu::SendStatus status) override;
  void registers_written(const eu::Thread& thread, std::size_t begin, std::size_t end) override;
  void chosen(const eu::Thread& thread, eu::GatewayChoice choice) override;
  // Reports findings of a turn of thread `index`.
  void end_turn(unsigned index);
  // Reports channels of thread `index` that still wait elsewhere when it ends, and so never run again.
  void find_stranded(unsigned index);

 private:
  void mark_settings(unsigned index);
  void mark_place(reliance::Checker& checker, const Setting& setting);
  reliance::Checker& find_checker(const eu::Thread& thread) { return checkers_[device_.find_index(thread)]; }
  unsigned thread_number(unsigned index) const { return number_ * case_.threads + index; }

  const Case& case_;
  const CaseProgram& program_;
  Findings& findings_;
  CaseDevice& device_;
  unsigned number_;
  std::vector<reliance::Checker> checkers_;  // indexed by thread
  reliance::GroupMemory memory_;
};

}  // namespace eugene::script
