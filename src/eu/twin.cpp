#include "eu/twin.h"

#include "eu/execute/execution_state.h"

namespace eugene::eu {

bool Twin::execute(const PreparedOp& op, Thread& thread) {
  ExecutionState state(kernel_, thread, port_);
  (void)execute_alu(state, op);
  return !state.fault;
}

}  // namespace eugene::eu
