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

#include "diagnostics.h"
#include "launch_state.h"
#include "machine.h"
#include "memory_arguments.h"
#include "run.h"
#include "steps.h"
#include "value.h"

namespace eugene::python {

// Local memory as an argument.
struct Local {
  std::uint32_t bytes;
};

struct Instruction {
  std::string text, opcode, message, file;
  std::uint32_t line = 0, offset = 0, bytes = 0, block = 0;
};

class Kernel;

class Program {
 public:
  // Loads a device binary.
  Program(std::shared_ptr<Machine> machine, std::string_view binary);
  // Assembles assembly or vISA. `name` is the file's name. Throws Python's AssemblyError, with diagnostics, if the
  // program has errors.
  Program(std::shared_ptr<Machine> machine, std::string_view text, const std::string& name);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  const std::shared_ptr<Machine>& machine() const { return machine_; }
  eugene_program* get() const { return program_; }
  bool is_text() const { return is_text_; }
  const std::vector<Diagnostic>& warnings() const { return warnings_; }
  const std::vector<std::string>& names() const { return names_; }
  // Returns null if no kernel has this name.
  Kernel* find(std::string_view name) const;

 private:
  void find_kernels();

  std::shared_ptr<Machine> machine_;
  eugene_program* program_ = nullptr;  // owned by the machine
  bool is_text_ = false;
  std::vector<Diagnostic> warnings_;
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

  // Runs the kernel. Arguments are given by position or name; sizes, check, trace and registers by name. Kernels of
  // assembly and vISA take directives.
  std::shared_ptr<Run> launch(const pybind11::args& values, const pybind11::kwargs& named);
  // Starts the launch, and stops before its first instruction.
  std::unique_ptr<Steps> start(const pybind11::args& values, const pybind11::kwargs& named);

 private:
  using State = LaunchState;

  std::shared_ptr<State> state_for(const pybind11::args& values, const pybind11::kwargs& named);
  void set(State& state, std::size_t number, pybind11::handle value) const;
  // Return false if `name` is a kernel argument. Otherwise, set a size, or an option about what is watched.
  static bool set_option(State& state, std::string_view name, pybind11::handle value);
  static bool set_watched(State& state, std::string_view name, pybind11::handle value);
  std::size_t find_number(std::string_view name) const;
  void set_all(State& state, const pybind11::args& values, const pybind11::kwargs& named) const;
  void set_directives(State& state, const pybind11::args& values, const pybind11::kwargs& named) const;

  const Program* program_;  // owns this kernel
  std::size_t number_;
  std::string name_;
  unsigned simd_;
  std::vector<ArgumentInfo> arguments_;
  std::vector<std::shared_ptr<State>> idle_;  // states of ended launches, to be reused; two Python threads use two
};

}  // namespace eugene::python
