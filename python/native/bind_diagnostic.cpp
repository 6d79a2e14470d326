#include <eugene.h>
#include <pybind11/stl.h>

#include "bindings.h"
#include "diagnostics.h"

namespace py = pybind11;

namespace eugene::python {

struct Option {
  std::string name, value, help;
};

namespace {

std::vector<Option> options() {
  std::vector<Option> all;
  eugene_option each{};
  for (std::size_t i = 0; eugene_option_at(i, &each, sizeof(each)) == EUGENE_OK; ++i)
    all.push_back({.name = each.name, .value = each.value, .help = each.help});
  return all;
}

}  // namespace

void bind_diagnostic(py::module_& module) {
  py::class_<Diagnostic>(module, "Diagnostic", "What is wrong in a program of assembly or vISA, or might be.")
      .def_readonly("file", &Diagnostic::file)
      .def_readonly("line", &Diagnostic::line, "From 1; 0: not known.")
      .def_readonly("column", &Diagnostic::column)
      .def_readonly("severity", &Diagnostic::severity, "note, warning or error.")
      .def_readonly("message", &Diagnostic::message)
      .def_readonly("rule", &Diagnostic::rule, "Of `eugene check`, such as region.width; or \"\".")
      .def_readonly("reference", &Diagnostic::reference, "Document and section, or \"\".")
      .def_readonly("hint", &Diagnostic::hint, "What to write instead, or \"\".")
      .def("__repr__", [](const Diagnostic& self) {
        return "<" + self.file + ":" + std::to_string(self.line) + ": " + self.severity + ": " + self.message + ">";
      });
  py::class_<Option>(module, "Option", "An option of machines.")
      .def_readonly("name", &Option::name, "As `eugene launch` has it, without dashes.")
      .def_readonly("value", &Option::value, "What its value is called in the help; \"\": it is a flag.")
      .def_readonly("help", &Option::help)
      .def("__repr__", [](const Option& self) { return "<eugene.Option " + self.name + ">"; });
  module.def("options", &options, "The options of eugene.Machine().");
}

}  // namespace eugene::python
