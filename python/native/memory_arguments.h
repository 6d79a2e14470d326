// Passes arrays of NumPy as a kernel's memory.
//
// An array in the machine's memory is passed directly. The GPU cannot reach other arrays: they are copied into a buffer
// before the launch, and copied back afterwards if they are writable.
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

  // Returns the buffer that holds the array's contents. Throws TypeError or ValueError if the argument does not accept
  // the array.
  eugene_buffer add(const ArgumentInfo& argument, pybind11::handle object);
  // Copies the buffers back. Call after the launch. The memory of the copies is reused by the next launch.
  void copy_back();
  // Returns the number of bytes copied in both directions since the last call.
  std::size_t take_copied() { return std::exchange(copied_, 0); }

 private:
  struct Copy {
    pybind11::array array;
    Machine::Memory memory;
    bool is_written;
  };
  Machine::Memory allocate_memory(std::size_t bytes);

  Machine* machine_;
  std::vector<Copy> copies_;
  std::vector<Machine::Memory> idle_;  // memory of earlier launches, to be reused
  std::size_t copied_ = 0;
};

}  // namespace eugene::python
