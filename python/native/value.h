// Converts Python objects to values that kernels get by copy: numbers, vectors and structures.
#pragma once

#include <pybind11/numpy.h>

#include <cstddef>
#include <string>
#include <vector>

#include "number_type.h"

namespace eugene::python {

struct ArgumentInfo {
  std::string name;  // "" if the program does not name it
  std::string type;
  std::string kind;  // "value", "global", "constant", "local", "image" or "sampler"
  std::size_t bytes;
  NumberType number;
  std::string label;  // name in messages: "argument 0 (out)"
};

// Returns the bytes of the argument's value. Throws Python's TypeError or ValueError if the object does not fit.
std::vector<std::byte> encode_value(const ArgumentInfo& argument, pybind11::handle object);

}  // namespace eugene::python
