// `eugene debug FILE`: the cases that `exec` runs, under the debugger. `eugene debug` starts `exec` as it starts a
// program, and listens at a socket.
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
  // For the case that runs next. Lines are those of its text or, of code that a compiler has made, of its source.
  gpu::ObserverSource& observe(const script::Script& script, const script::Case& one,
                               const script::CaseProgram& program);

 private:
  std::shared_ptr<debug::ProgramText> text_;  // of the case
  debug::DebugSource source_;
};

}  // namespace eugene::cli
