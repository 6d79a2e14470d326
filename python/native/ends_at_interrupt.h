// Ctrl-C during a launch. Python's own handler of SIGINT only makes a note, which the interpreter reads between
// instructions of Python, so after the launch. While an EndsAtInterrupt lives, the signal ends the launch as well.
//
// That is for Python's main thread alone, the only one that raises KeyboardInterrupt, and where SIGINT raises that. A
// handler of the program's own may want anything else: it runs when the launch has ended, as without this.
#pragma once

#include <eugene.h>

namespace eugene::python {

class EndsAtInterrupt {
 public:
  // With Python's lock.
  explicit EndsAtInterrupt(eugene_launch* launch);
  ~EndsAtInterrupt();
  EndsAtInterrupt(const EndsAtInterrupt&) = delete;
  EndsAtInterrupt& operator=(const EndsAtInterrupt&) = delete;

  // Whether the signal has come. The launch need not be begun then.
  static bool has_come();

 private:
  bool is_installed_ = false;
};

// With Python's lock: throws the exception that a signal has raised.
void raise_interrupt();

}  // namespace eugene::python
