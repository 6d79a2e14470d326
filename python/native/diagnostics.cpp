#include "diagnostics.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <array>

#include "failure.h"
#include "made.h"

namespace py = pybind11;

namespace eugene::python {

std::vector<Diagnostic> diagnostics_of(const eugene_machine* machine) {
  constexpr std::array kSeverities{"note", "warning", "error"};  // indexed by eugene_severity
  std::vector<Diagnostic> all;
  for (std::size_t i = 0; i < eugene_diagnostic_count(machine); ++i) {
    eugene_diagnostic from{};
    require(eugene_diagnostic_at(machine, i, &from, sizeof(from)));
    all.push_back({.file = from.file,
                   .severity = kSeverities[from.severity],
                   .message = from.message,
                   .rule = from.rule,
                   .reference = from.reference,
                   .hint = from.hint,
                   .line = from.line,
                   .column = from.column});
  }
  return all;
}

void raise_diagnostics(const std::string& text, const std::vector<Diagnostic>& diagnostics) {
  const py::object type = py::module_::import("eugene.errors").attr("AssemblyError");
  const py::object error = type(text);
  error.attr("diagnostics") = py::tuple(py::cast(diagnostics));
  PyErr_SetObject(type.ptr(), error.ptr());
  throw py::error_already_set();
}

}  // namespace eugene::python
