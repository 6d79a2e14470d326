// What a call of a program of assembly or vISA says, as directives of `eugene exec` (docs/exec.md).
#pragma once

#include <pybind11/numpy.h>

#include <string>
#include <vector>

#include "machine.h"

namespace eugene::python {

// "set r2:f = ..." of an array: its bits, with the type of its elements where the place has none.
std::string set_directive(const std::string& place, pybind11::handle values);
// "surface 0 = ..." of an array in the machine's memory.
std::string surface_directive(const Machine& machine, unsigned index, pybind11::handle array);
// Of the arguments set={place: values}, surfaces={index: array}, threads, groups and mask; false: it is none of them.
bool add_directives(const Machine& machine, std::string_view name, pybind11::handle value,
                    std::vector<std::string>& directives);

}  // namespace eugene::python
