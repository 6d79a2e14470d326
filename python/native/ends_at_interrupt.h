// Ctrl-C during a launch. Python's handler of SIGINT only sets a flag, which the interpreter reads between Python
// instructions, so after the launch. While an EndsAtInterrupt lives, the signal ends the launch too.
//
// This applies only to Python's main thread, which is the only one that raises KeyboardInterrupt, and only if SIGINT
// raises KeyboardInterrupt. If the program has installed its own handler, the handler runs after the launch has ended,
// as without this class.
#pragma once

#include <eugene.h>

namespace eugene::python {

class EndsAtInterrupt {
 public:
  // Call with Python's lock.
  explicit EndsAtInterrupt(eugene_launch* launch);
  ~EndsAtInterrupt();
  EndsAtInterrupt(const EndsAtInterrupt&) = delete;
  EndsAtInterrupt& operator=(const EndsAtInterrupt&) = delete;

  // Whether the signal has come. Then the launch need not begin.
  static bool has_come();

 private:
  bool is_installed_ = false;
};

// Throws the exception that a signal has raised. Call with Python's lock.
void raise_interrupt();

}  // namespace eugene::python
