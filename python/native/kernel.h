// Programs of a machine, their kernels, and launches.
#pragma once

#include <eugene.h>
#include <pybind11/numpy.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings.h"
#include "machine.h"
#include "memory_arguments.h"
#include "trace.h"
#include "value.h"

namespace eugene::python {

// Local memory as an argument.
struct Local {
  std::uint32_t bytes;
};

// What a launch has done.
struct Run {
  eugene_statistics statistics{};
  std::size_t copied = 0;
  Trace trace;
  std::vector<Finding> findings;
};

struct Instruction {
  std::string text, opcode, message, file;
  std::uint32_t line = 0, offset = 0, bytes = 0, block = 0;
};

class Kernel;

class Program {
 public:
  Program(std::shared_ptr<Machine> machine, std::string_view binary);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  const std::shared_ptr<Machine>& machine() const { return machine_; }
  eugene_program* get() const { return program_; }
  const std::vector<std::string>& names() const { return names_; }
  // Null if there is none of that name.
  Kernel* find(std::string_view name) const;

 private:
  std::shared_ptr<Machine> machine_;
  eugene_program* program_ = nullptr;  // the machine's
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<Kernel>> kernels_;
};

class Kernel {
 public:
  Kernel(const Program& program, std::size_t number);
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  const std::string& name() const { return name_; }
  unsigned simd() const { return simd_; }
  const std::vector<ArgumentInfo>& arguments() const { return arguments_; }
  std::vector<Instruction> instructions() const;

  // The arguments by position or name; sizes, check, trace and registers by name.
  std::unique_ptr<Run> launch(const pybind11::args& values, const pybind11::kwargs& named);

 private:
  // What a launch needs of the library, for the next one as well. Two threads have two.
  struct State {
    explicit State(Kernel& kernel);
    ~State() { machine->release(launch); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    std::shared_ptr<Machine> machine;
    eugene_launch* launch = nullptr;
    MemoryArguments memory;
    TraceOptions trace;  // of this launch
    std::optional<std::string> check;
  };
  using Items = std::array<std::uint32_t, 3>;

  void set(State& state, std::size_t number, pybind11::handle value) const;
  // True if `name` is none of an argument, but of a size, or of what is watched.
  bool set_option(State& state, std::string_view name, pybind11::handle value) const;
  std::size_t number_of(std::string_view name) const;
  void set_all(State& state, const pybind11::args& values, const pybind11::kwargs& named) const;

  const Program* program_;  // which owns it
  std::size_t number_;
  std::string name_;
  unsigned simd_;
  std::vector<ArgumentInfo> arguments_;
  std::vector<std::unique_ptr<State>> idle_;
};

}  // namespace eugene::python
