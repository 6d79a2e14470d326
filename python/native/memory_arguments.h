// Arrays of NumPy as a kernel's memory.
//
// An array in the machine's memory is given to the kernel as it is. Any other lies where the GPU does not reach: it is
// copied into a buffer before the launch, and back afterwards if it can be written.
#pragma once

#include <pybind11/numpy.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "machine.h"
#include "value.h"

namespace eugene::python {

class MemoryArguments {
 public:
  explicit MemoryArguments(Machine& machine) : machine_(&machine) {}
  ~MemoryArguments();
  MemoryArguments(const MemoryArguments&) = delete;
  MemoryArguments& operator=(const MemoryArguments&) = delete;

  // The buffer that holds the array's contents. Throws TypeError or ValueError for one that the argument cannot have.
  eugene_buffer add(const ArgumentInfo& argument, pybind11::handle object);
  // After the launch. The copies' memory serves the next launch.
  void copy_back();
  // Bytes that were copied since the last call, both ways.
  std::size_t take_copied() { return std::exchange(copied_, 0); }

 private:
  struct Copy {
    pybind11::array array;
    Machine::Memory memory;
    bool is_written;
  };
  Machine::Memory memory_of(std::size_t bytes);

  Machine* machine_;
  std::vector<Copy> copies_;
  std::vector<Machine::Memory> idle_;  // of earlier launches
  std::size_t copied_ = 0;
};

}  // namespace eugene::python
