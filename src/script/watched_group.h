// The run-time checker over the threads of a group: --check (src/sanitize).
#pragma once

#include <cstdint>
#include <vector>

#include "eu/interpreter.h"
#include "profile/recorder.h"
#include "sanitize/checker.h"
#include "script/case_program.h"
#include "script/findings.h"
#include "script/machine.h"

namespace eugene::script {

class WatchedGroup {
 public:
  // Once the threads of group `number` have been started in `machine`.
  WatchedGroup(const Case& one, const CaseProgram& program, Findings& findings, Machine& machine, unsigned number);
  WatchedGroup(const WatchedGroup&) = delete;
  WatchedGroup& operator=(const WatchedGroup&) = delete;

  // As eu::run of thread `index`, with the checker before every instruction and around its message. `recorder` counts
  // instructions and accesses; null: no profile.
  eu::Outcome run(unsigned index, std::uint64_t budget, profile::Recorder* recorder);
  // Thread `index` has ended: are channels left that wait elsewhere, and so never run again?
  void find_stranded(unsigned index);

 private:
  void mark_settings(unsigned index);
  void mark_place(sanitize::Checker& checker, const Setting& setting);
  unsigned thread_number(unsigned index) const { return number_ * case_.threads + index; }

  const Case& case_;
  const CaseProgram& program_;
  Findings& findings_;
  Machine& machine_;
  unsigned number_;
  std::vector<sanitize::Checker> checkers_;  // by thread
  sanitize::GroupMemory memory_;
  unsigned running_ = 0;  // thread whose instruction executes
};

}  // namespace eugene::script
