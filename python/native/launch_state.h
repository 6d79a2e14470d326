// A launch of the library with what it needs besides: memory for its arguments, what is watched, and where that is
// kept.
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
  // Of the program's kernel `kernel`.
  LaunchState(std::shared_ptr<Machine> of, eugene_program* program, std::size_t kernel);
  ~LaunchState() { machine->release(launch); }
  LaunchState(const LaunchState&) = delete;
  LaunchState& operator=(const LaunchState&) = delete;

  // Has the launch do what the members say; events go to `trace`, which must live until it has ended.
  void apply(Trace& into);

  std::shared_ptr<Machine> machine;
  eugene_launch* launch = nullptr;
  eugene_program* program;
  std::size_t kernel;
  MemoryArguments memory;
  TraceOptions trace;  // of this launch
  std::optional<std::string> check;
  bool is_profiled = false;
};

}  // namespace eugene::python
