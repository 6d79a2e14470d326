// Parts of the module that have files of their own.
#pragma once

#include <pybind11/pybind11.h>

#include "made.h"

namespace eugene::python {

// Diagnostic and Option, and the function that lists options.
void bind_diagnostic(pybind11::module_& module);
// Steps and Thread.
void bind_steps(pybind11::module_& module);

}  // namespace eugene::python
