// Converts Python values to C++ values.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace eugene::python {

// Throws Python's TypeError with the text `what` if the value has another type.
template <class T>
T taken(pybind11::handle value, const char* what) {
  try {
    return pybind11::cast<T>(value);
  } catch (const pybind11::cast_error&) {
    throw pybind11::type_error(what);
  }
}

}  // namespace eugene::python
