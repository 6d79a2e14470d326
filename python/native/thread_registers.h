// The registers of a thread as arrays of NumPy.
//
// They are copies: the thread's own are gone when the launch goes on, and arrays are not. What is written to the copies
// while a launch is stopped goes to the thread before the launch goes on, and the same arrays then have the registers
// of the next stop.
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
  // Of thread `number`, of the group that is stopped or of all that have run. Throws Failure if there is none.
  ThreadRegisters(const std::shared_ptr<LaunchState>& state, std::size_t number);

  const pybind11::array& file(eugene_file file) const { return arrays_[file]; }
  // The elements of a variable of a vISA kernel; its bytes are part of the variables' array.
  pybind11::array variable(const std::string& name) const;

  // To the arrays, and back. False: the thread is no more.
  bool load();
  void store();

  static constexpr std::size_t kFiles = EUGENE_LOCAL + 1;

 private:
  std::shared_ptr<Machine> machine_;
  std::weak_ptr<LaunchState> state_;  // a launch that is closed does not wait for its arrays
  eugene_program* program_;           // the machine's
  std::size_t kernel_;
  std::size_t number_;
  std::array<pybind11::array, kFiles> arrays_;         // by eugene_file; with no elements where there is none of it
  std::array<std::vector<std::byte>, kFiles> loaded_;  // what was written there: threads share local memory
};

}  // namespace eugene::python
