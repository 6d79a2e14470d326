// What a type of OpenCL C takes from Python, in one table: which dtypes of NumPy as memory, which as a value.
//
// An array of the wrong dtype would be read by the kernel as other numbers, without a word. Python's objects are worse:
// their array holds pointers, and a kernel that writes one has Python follow it.
#pragma once

#include <pybind11/numpy.h>

#include <string>

#include "number_type.h"

namespace eugene::python {

// Whether memory of this dtype can lie in a GPU: numbers, texts, dates and records of them, of at least a byte.
bool is_plain(const pybind11::dtype& type);

// Why a pointer to `wanted` does not take an array of this dtype, as the end of a sentence that begins with the
// argument's name and type; empty: it takes the array. `wanted` is not known of structures and of programs without
// names of types: then any plain dtype will do.
std::string refusal_of_memory(NumberType wanted, const pybind11::dtype& given);

// The same of a value, whose number NumPy converts. `wanted` not known: of the bytes of a structure.
std::string refusal_of_value(NumberType wanted, const pybind11::dtype& given);

}  // namespace eugene::python
