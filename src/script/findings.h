// Faults and reports of a case that runs, with line and thread, entered in its result; and which of them it expects.
#pragma once

#include <cstdint>
#include <string>

#include "eu/port.h"
#include "sanitize/cause.h"
#include "script/case_program.h"
#include "script/session.h"

namespace eugene::script {

class Findings {
 public:
  // `are_remarks`: what is found fails the case only if it is outside the bounds of a surface.
  Findings(const Case& one, const CaseProgram& program, bool are_remarks, CaseResult& result)
      : case_(one), program_(program), are_remarks_(are_remarks), result_(result) {}

  // The fault that ends the case.
  void stop(ThreadFault fault);
  // Something that --check reports. Threads are counted over all groups.
  void add_report(sanitize::Cause cause, std::string what, unsigned thread, std::uint32_t ip);
  // Call after the case: reports expected findings that have not occurred.
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
