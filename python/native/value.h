// Values that kernels get by copy: numbers, vectors and structures, from objects of Python.
#pragma once

#include <pybind11/numpy.h>

#include <cstddef>
#include <string>
#include <vector>

#include "number_type.h"

namespace eugene::python {

struct ArgumentInfo {
  std::string name;  // "" if the program does not say
  std::string type;
  std::string kind;  // "value", "global", "constant", "local", "image" or "sampler"
  std::size_t bytes;
  NumberType number;
  std::string label;  // as messages name it: "argument 0 (out)"
};

// The bytes of the argument's value. Throws TypeError or ValueError of Python where the object is none.
std::vector<std::byte> value_of(const ArgumentInfo& argument, pybind11::handle object);

}  // namespace eugene::python
