#include "script/compiled_program.h"

#include "base/host_fault.h"

namespace eugene::script {

CompiledProgram::CompiledProgram(gpu::Compiler& compiler, const CaseProgram& program, std::uint32_t control)
    : kernel_(program.kernel) {
  const gpu::TieredKernel kernel(program.code, program.kernel, control);
  if (auto code = compiler.compile(kernel, eu::ThreadChannels::any, {})) code_ = std::move(*code);
}

eu::Outcome CompiledProgram::run(eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits) {
  if (code_ == nullptr) return eu::run(kernel_, thread, port, limits);
  eu::Outcome outcome;
  const auto lost = trap_faults_of_compiled_code([&] {
    runner_.begin(nullptr);  // so that run() attaches the code again, to this trap
    runner_.run(*code_, thread, port, limits, outcome);
  });
  if (lost) outcome = {.stop = eu::Stop::fault, .fault = runner_.explain(*lost)};
  return outcome;
}

}  // namespace eugene::script
