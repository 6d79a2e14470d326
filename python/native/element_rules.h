// The Python values that an OpenCL C type accepts, in one table: NumPy dtypes as memory, and as a value.
//
// Without this check, a kernel would silently read an array of the wrong dtype as other numbers. An array of Python's
// objects is worse: it holds pointers, and if a kernel overwrites one, Python follows the wrong pointer.
#pragma once

#include <pybind11/numpy.h>

#include <string>

#include "number_type.h"

namespace eugene::python {

// Whether a GPU's memory can hold this dtype: numbers, texts, dates and records of them, of at least a byte.
bool is_plain(const pybind11::dtype& type);

// Returns why a pointer to `wanted` does not accept an array of this dtype; empty: it does. The text is the end of a
// sentence that begins with the argument's name and type. `wanted` is unknown for structures, and for programs without
// type names: then any plain dtype is accepted.
std::string refusal_of_memory(NumberType wanted, const pybind11::dtype& given);

// Does the same for a value, whose number NumPy converts. If `wanted` is unknown, the value is the bytes of a
// structure.
std::string refusal_of_value(NumberType wanted, const pybind11::dtype& given);

}  // namespace eugene::python
