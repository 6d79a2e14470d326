#include "script/compiled_program.h"

namespace eugene::script {

CompiledProgram::CompiledProgram(gpu::Compiler& compiler, const CaseProgram& program, std::uint32_t control)
    : kernel_(program.kernel) {
  const gpu::TieredKernel kernel(program.code, program.kernel, control);
  if (auto code = compiler.compile(kernel, eu::ThreadChannels::any)) code_ = std::move(*code);
  runner_.begin(nullptr);
}

eu::Outcome CompiledProgram::run(eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits) {
  if (code_ == nullptr) return eu::run(kernel_, thread, port, limits);
  eu::Outcome outcome;
  runner_.run(*code_, thread, port, limits, outcome);
  return outcome;
}

}  // namespace eugene::script
