// The events of a launch, kept for arrays of NumPy.
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
  static constexpr std::size_t kDwords = 8;  // size of a register

  std::vector<eugene_event> events;
  unsigned registers_each = 0;           // registers of each event
  std::vector<std::uint32_t> registers;  // registers of all events, concatenated

  // Called with the events instead of keeping them; None: keep them. No more calls are made after an exception.
  pybind11::object hook = pybind11::none();
  std::optional<pybind11::error_already_set> raised;
  const Machine* machine = nullptr;  // machine of the launch
  void rethrow();
  void call(const eugene_event* events_now, std::size_t count, const void* registers_now);

  // The hook function for the library; `trace` is its `user`.
  static void add(void* trace, const eugene_event* events, std::size_t count, const void* registers);
};

// The trace options of a call.
struct TraceOptions {
  unsigned kinds = 0;  // eugene_event_kind
  unsigned first_register = 0, registers = 0;
  pybind11::object hook = pybind11::none();
};

// Parses "instructions", "memory", "barriers", "threads", several with commas, or "all"; None means nothing.
unsigned read_kinds(pybind11::handle trace);
// Sets the registers from a range, or from the number of one register.
void set_registers(TraceOptions& options, pybind11::handle registers);

// `run` is the object that contains the trace. It lives as long as the arrays.
pybind11::array events_of(const Trace& trace, const pybind11::object& run);
pybind11::array make_register_array(const Trace& trace, const pybind11::object& run);

}  // namespace eugene::python
