// The registers of a thread as arrays of NumPy.
//
// The arrays are copies, since they outlive the thread's registers, which are gone when the launch continues. Values
// written to the arrays while a launch is stopped go to the thread before the launch continues. At the next stop, the
// same arrays get the new register values.
#pragma once

#include <eugene.h>
#include <pybind11/numpy.h>

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "launch_state.h"

namespace eugene::python {

class ThreadRegisters {
 public:
  // Reads thread `number` of the stopped group, or of all threads that have run. Throws Failure if there is no such
  // thread.
  ThreadRegisters(const std::shared_ptr<LaunchState>& state, std::size_t number);

  const pybind11::array& file(eugene_file file) const { return arrays_[file]; }
  // Returns the elements of a variable of a vISA kernel, as a view of the variables' array.
  pybind11::array variable(const std::string& name) const;

  // Copy the registers to the arrays, and back. load() returns false if the thread no longer exists.
  bool load();
  void store();

  static constexpr std::size_t kFiles = EUGENE_LOCAL + 1;

 private:
  std::shared_ptr<Machine> machine_;
  std::weak_ptr<LaunchState> state_;  // weak, so that a closed launch can be destroyed before its arrays
  eugene_program* program_;           // owned by the machine
  std::size_t kernel_;
  std::size_t number_;
  std::array<pybind11::array, kFiles> arrays_;  // by eugene_file; without elements if the thread has no such file
  std::array<std::vector<std::byte>, kFiles> loaded_;  // as loaded, to find changed files: threads share local memory
};

}  // namespace eugene::python
