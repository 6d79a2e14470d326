#include "ends_at_interrupt.h"

#include <pybind11/pybind11.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>

namespace py = pybind11;

namespace eugene::python {
namespace {

std::atomic<eugene_launch*> g_launch = nullptr;  // launch of the main thread
std::atomic<bool> g_has_come = false;
struct sigaction g_before{};  // Python's handler; written only while ours is not installed

void end_launch(int signal, siginfo_t* info, void* context) {
  const int kept = errno;
  g_has_come = true;
  if (eugene_launch* launch = g_launch) eugene_launch_interrupt(launch);
  if ((g_before.sa_flags & SA_SIGINFO) != 0)
    g_before.sa_sigaction(signal, info, context);
  else
    g_before.sa_handler(signal);
  errno = kept;
}

// Returns an object that lasts as long as the process. Taken from `_signal`, because the module signal would convert
// handlers to an enumeration.
PyObject* lasting(const char* name) { return py::object(py::module_::import("_signal").attr(name)).release().ptr(); }

bool raises_keyboard_interrupt() {
  static PyObject* const getsignal = lasting("getsignal");
  static PyObject* const usual = lasting("default_int_handler");
  return py::handle(getsignal)(SIGINT).is(py::handle(usual));
}

}  // namespace

EndsAtInterrupt::EndsAtInterrupt(eugene_launch* launch) {
  if (::gettid() != ::getpid() || !raises_keyboard_interrupt()) return;
  struct sigaction before{};
  if (::sigaction(SIGINT, nullptr, &before) != 0) return;
  const bool has_function =
      (before.sa_flags & SA_SIGINFO) != 0 || (before.sa_handler != SIG_IGN && before.sa_handler != SIG_DFL);
  if (!has_function) return;
  g_before = before;
  g_has_come = false;
  g_launch = launch;
  before.sa_flags |= SA_SIGINFO;
  before.sa_sigaction = end_launch;
  is_installed_ = ::sigaction(SIGINT, &before, nullptr) == 0;
}

EndsAtInterrupt::~EndsAtInterrupt() {
  if (!is_installed_) return;
  ::sigaction(SIGINT, &g_before, nullptr);
  g_launch = nullptr;
  g_has_come = false;
}

bool EndsAtInterrupt::has_come() { return g_has_come && g_launch != nullptr && ::gettid() == ::getpid(); }

void raise_interrupt() {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace eugene::python
