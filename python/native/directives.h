// Converts a call's arguments to directives of `eugene exec` (docs/user/exec.md).
#pragma once

#include <pybind11/numpy.h>

#include <string>
#include <vector>

#include "machine.h"

namespace eugene::python {

// Returns "set r2:f = ..." for an array: the array's bits, with its element type if the place has none.
std::string set_directive(const std::string& place, pybind11::handle values);
// Returns "surface 0 = ..." for an array in the machine's memory.
std::string surface_directive(const Machine& machine, unsigned index, pybind11::handle array);
// Adds directives for an argument set={place: values}, surfaces={index: array}, threads, groups or mask. Returns false
// for other arguments.
bool add_directives(const Machine& machine, std::string_view name, pybind11::handle value,
                    std::vector<std::string>& directives);

}  // namespace eugene::python
