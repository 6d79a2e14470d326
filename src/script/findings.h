// Records faults and reports of a running case in its result, with line and thread, and checks which of them the case
// expects.
#pragma once

#include <cstdint>
#include <string>

#include "eu/port.h"
#include "script/case_program.h"
#include "script/reliance/cause.h"
#include "script/session.h"

namespace eugene::script {

class Findings {
 public:
  // With `are_remarks`, reports do not fail the case, except accesses outside the bounds of a surface.
  Findings(const Case& one, const CaseProgram& program, bool are_remarks, CaseResult& result)
      : case_(one), program_(program), are_remarks_(are_remarks), result_(result) {}

  // Records the fault that ends the case.
  void stop(ThreadFault fault);
  // Records a report of --check. Threads are counted over all groups.
  void add_report(reliance::Cause cause, std::string what, unsigned thread, std::uint32_t ip);
  // Call this after the case: reports expected findings that have not occurred.
  void add_missing();

 private:
  const lower::Statement* statement_at(std::uint32_t ip) const;
  std::string located(std::string what, std::uint32_t ip) const;

  const Case& case_;
  const CaseProgram& program_;
  bool are_remarks_;
  CaseResult& result_;
};

}  // namespace eugene::script
