#include "trace.h"

#include "machine.h"
#include "taken.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace py = pybind11;

namespace eugene::python {
namespace {

struct Kind {
  std::string_view name;
  unsigned kinds;
};
constexpr const char* kRegisters = "registers is the number of one, or a range of them";
constexpr std::array kKinds{Kind{"instructions", EUGENE_INSTRUCTIONS}, Kind{"memory", EUGENE_ACCESSES},
                            Kind{"barriers", EUGENE_BARRIERS}, Kind{"threads", EUGENE_THREADS},
                            Kind{"all", EUGENE_INSTRUCTIONS | EUGENE_ACCESSES | EUGENE_BARRIERS | EUGENE_THREADS}};

}  // namespace

void Trace::add(void* trace, const eugene_event* events, std::size_t count, const void* registers) {
  Trace& kept = *static_cast<Trace*>(trace);
  if (!kept.hook.is_none()) return kept.call(events, count, registers);
  kept.events.insert(kept.events.end(), events, events + count);
  const auto* first = static_cast<const std::uint32_t*>(registers);
  if (first != nullptr)
    kept.registers.insert(kept.registers.end(), first, first + count * kept.registers_each * kDwords);
}

// Calls the hook. Runs in a host thread of the library, while the launch waits.
void Trace::call(const eugene_event* events_now, std::size_t count, const void* registers_now) {
  const py::gil_scoped_acquire python;
  const Machine::InHook hooked(*machine);
  if (raised) return;
  try {
    const py::array_t<eugene_event> copied(static_cast<py::ssize_t>(count), events_now);
    const std::vector<std::size_t> shape{count, registers_each, kDwords};
    const auto* first = static_cast<const std::uint32_t*>(registers_now);
    const py::array_t<std::uint32_t> contents =
        first == nullptr ? py::array_t<std::uint32_t>(std::vector<std::size_t>{count, 0, kDwords})
                         : py::array_t<std::uint32_t>(shape, first);
    hook(copied, contents);
  } catch (py::error_already_set& error) {
    raised.emplace(error);
  }
}

void Trace::rethrow() {
  if (!raised) return;
  py::error_already_set error = *raised;
  raised.reset();
  throw error;
}

unsigned read_kinds(py::handle trace) {
  if (trace.is_none()) return 0;
  unsigned kinds = 0;
  std::string words = taken<std::string>(trace, "trace is a text") + ",";
  for (std::size_t begin = 0, end = 0; (end = words.find(',', begin)) != std::string::npos; begin = end + 1) {
    const std::string word = words.substr(begin, end - begin);
    const auto* row = std::ranges::find(kKinds, word, &Kind::name);
    if (row == kKinds.end())
      throw py::value_error(
          "trace is \"instructions\", \"memory\", \"barriers\", \"threads\", several of these, or \"all\", not \"" +
          word + "\"");
    kinds |= row->kinds;
  }
  return kinds;
}

void set_registers(TraceOptions& options, py::handle registers) {
  if (registers.is_none()) return;
  if (PyIndex_Check(registers.ptr()) != 0) {
    options.first_register = taken<unsigned>(registers, kRegisters);
    options.registers = 1;
  } else {
    if (!py::hasattr(registers, "step") || taken<int>(registers.attr("step"), kRegisters) != 1)
      throw py::value_error(kRegisters);
    options.first_register = taken<unsigned>(registers.attr("start"), kRegisters);
    options.registers = static_cast<unsigned>(std::min<std::size_t>(py::len(registers), ~0U));
  }
}

py::array events_of(const Trace& trace, const py::object& run) {
  return py::array_t<eugene_event>(static_cast<py::ssize_t>(trace.events.size()), trace.events.data(), run);
}

py::array make_register_array(const Trace& trace, const py::object& run) {
  const std::vector<std::size_t> shape{trace.events.size(), trace.registers_each, Trace::kDwords};
  return py::array_t<std::uint32_t>(shape, trace.registers.data(), run);
}

}  // namespace eugene::python
