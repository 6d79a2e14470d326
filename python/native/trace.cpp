#include "trace.h"

#include <cstddef>
#include <string>

namespace py = pybind11;

namespace eugene::python {

void Trace::add(void* trace, const eugene_event* events, std::size_t count, const void* registers) {
  Trace& kept = *static_cast<Trace*>(trace);
  kept.events.insert(kept.events.end(), events, events + count);
  const auto* first = static_cast<const std::uint32_t*>(registers);
  if (first != nullptr)
    kept.registers.insert(kept.registers.end(), first, first + count * kept.registers_each * kDwords);
}

unsigned kinds_of(py::handle trace) {
  if (trace.is_none()) return 0;
  unsigned kinds = 0;
  std::string words = py::cast<std::string>(trace) + ",";
  for (std::size_t begin = 0, end = 0; (end = words.find(',', begin)) != std::string::npos; begin = end + 1) {
    const std::string word = words.substr(begin, end - begin);
    if (word != "instructions" && word != "memory")
      throw py::value_error("trace is \"instructions\", \"memory\" or \"instructions,memory\", not \"" + word + "\"");
    kinds |= word == "memory" ? EUGENE_ACCESSES : EUGENE_INSTRUCTIONS;
  }
  return kinds;
}

void set_registers(TraceOptions& options, py::handle registers) {
  if (registers.is_none()) return;
  if (PyIndex_Check(registers.ptr()) != 0) {
    options.first_register = py::cast<unsigned>(registers);
    options.registers = 1;
  } else {
    if (!py::hasattr(registers, "step") || py::cast<int>(registers.attr("step")) != 1)
      throw py::value_error("registers is the number of one, or a range of them");
    options.first_register = py::cast<unsigned>(registers.attr("start"));
    options.registers = static_cast<unsigned>(py::len(registers));
  }
}

py::array events_of(const Trace& trace, const py::object& run) {
  return py::array_t<eugene_event>(static_cast<py::ssize_t>(trace.events.size()), trace.events.data(), run);
}

py::array registers_of(const Trace& trace, const py::object& run) {
  const std::vector<std::size_t> shape{trace.events.size(), trace.registers_each, Trace::kDwords};
  return py::array_t<std::uint32_t>(shape, trace.registers.data(), run);
}

}  // namespace eugene::python
