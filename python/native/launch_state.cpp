#include "launch_state.h"

#include "failure.h"

namespace eugene::python {

LaunchState::LaunchState(std::shared_ptr<Machine> of, eugene_program* from, std::size_t number)
    : machine(std::move(of)), program(from), kernel(number), memory(*machine) {
  const Machine::Turn turn(*machine);
  launch = eugene_launch_create(program, kernel);
  if (launch == nullptr) throw Failure{EUGENE_WRONG, eugene_error()};
}

void LaunchState::apply(Trace& into) {
  into.registers_each = trace.registers;
  into.hook = trace.hook;
  into.machine = machine.get();
  require(eugene_launch_set_check(launch, check ? check->c_str() : nullptr));
  require(eugene_launch_set_profile(launch, is_profiled ? 1 : 0));
  require(eugene_launch_set_registers(launch, trace.first_register, trace.registers));
  require(eugene_launch_set_hook(launch, trace.kinds, &Trace::add, &into));
}

}  // namespace eugene::python
