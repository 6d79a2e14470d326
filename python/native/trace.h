// What a launch does, event by event, kept for arrays of NumPy.
#pragma once

#include <eugene.h>
#include <pybind11/numpy.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace eugene::python {

class Machine;

struct Trace {
  Trace() = default;
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;
  static constexpr std::size_t kDwords = 8;  // of a register

  std::vector<eugene_event> events;
  unsigned registers_each = 0;           // registers of each event
  std::vector<std::uint32_t> registers;  // of all events, one after the other

  // Called with the events in place of keeping them; None: they are kept. With what it has raised no more calls are
  // made.
  pybind11::object hook = pybind11::none();
  std::optional<pybind11::error_already_set> raised;
  const Machine* machine = nullptr;  // whose launch it is
  void rethrow();
  void call(const eugene_event* events_now, std::size_t count, const void* registers_now);

  // The function and its `user` for the library.
  static void add(void* trace, const eugene_event* events, std::size_t count, const void* registers);
};

// What a call asks for.
struct TraceOptions {
  unsigned kinds = 0;  // eugene_event_kind
  unsigned first_register = 0, registers = 0;
  pybind11::object hook = pybind11::none();
};

// "instructions", "memory", "barriers", "threads", several with commas, or "all"; None for nothing.
unsigned kinds_of(pybind11::handle trace);
// Of a range, or of the number of one register.
void set_registers(TraceOptions& options, pybind11::handle registers);

// `run`: the object that the trace is in, and lives as long as the arrays.
pybind11::array events_of(const Trace& trace, const pybind11::object& run);
pybind11::array registers_of(const Trace& trace, const pybind11::object& run);

}  // namespace eugene::python
