// What a launch does, event by event, kept for arrays of NumPy.
#pragma once

#include <eugene.h>
#include <pybind11/numpy.h>

#include <cstdint>
#include <vector>

namespace eugene::python {

struct Trace {
  static constexpr std::size_t kDwords = 8;  // of a register

  std::vector<eugene_event> events;
  unsigned registers_each = 0;           // registers of each event
  std::vector<std::uint32_t> registers;  // of all events, one after the other

  // The function and its `user` for the library.
  static void add(void* trace, const eugene_event* events, std::size_t count, const void* registers);
};

// What a call asks for.
struct TraceOptions {
  unsigned kinds = 0;  // eugene_event_kind
  unsigned first_register = 0, registers = 0;

  bool operator==(const TraceOptions&) const = default;
};

// "instructions", "memory", or both with a comma; None for nothing.
unsigned kinds_of(pybind11::handle trace);
// Of a range, or of the number of one register.
void set_registers(TraceOptions& options, pybind11::handle registers);

// `run`: the object that the trace is in, and lives as long as the arrays.
pybind11::array events_of(const Trace& trace, const pybind11::object& run);
pybind11::array registers_of(const Trace& trace, const pybind11::object& run);

}  // namespace eugene::python
