// `eugene debug FILE`: runs the cases of `exec` under the debugger. `eugene debug` starts `exec` like a program, and
// listens at a socket.
#pragma once

#include <filesystem>
#include <memory>

#include "debug/debug_source.h"
#include "script/case_program.h"
#include "script/script.h"

namespace eugene::cli {

class ExecDebugger {
 public:
  explicit ExecDebugger(const std::filesystem::path& socket);
  // Returns the observer of the next case. Lines are lines of the case's text; for compiled code, lines of its source.
  gpu::ObserverSource& observe(const script::Script& script, const script::Case& one,
                               const script::CaseProgram& program);

 private:
  std::shared_ptr<debug::ProgramText> text_;  // text of the case
  debug::DebugSource source_;
};

}  // namespace eugene::cli
