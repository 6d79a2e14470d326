// Parts of the module, in separate files.
#pragma once

#include <pybind11/pybind11.h>

#include "made.h"

namespace eugene::python {

// Binds Diagnostic and Option, and the function that lists options.
void bind_diagnostic(pybind11::module_& module);
// Binds Steps and Thread.
void bind_steps(pybind11::module_& module);

}  // namespace eugene::python
