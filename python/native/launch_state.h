// A launch of the library, with memory for its arguments and the options about what is watched.
#pragma once

#include <eugene.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "machine.h"
#include "memory_arguments.h"
#include "trace.h"

namespace eugene::python {

struct LaunchState {
  // Creates a launch of the program's kernel `kernel`.
  LaunchState(std::shared_ptr<Machine> of, eugene_program* program, std::size_t kernel);
  ~LaunchState() { machine->release(launch); }
  LaunchState(const LaunchState&) = delete;
  LaunchState& operator=(const LaunchState&) = delete;

  // Applies the members to the launch. Events go to `into`, which must live until the launch has ended.
  void apply(Trace& into);

  std::shared_ptr<Machine> machine;
  eugene_launch* launch = nullptr;
  eugene_program* program;
  std::size_t kernel;
  MemoryArguments memory;
  TraceOptions trace;  // options of this launch
  std::optional<std::string> check;
  bool is_profiled = false;
};

}  // namespace eugene::python
