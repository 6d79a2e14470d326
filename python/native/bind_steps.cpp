#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.h"
#include "steps.h"

namespace py = pybind11;
using namespace py::literals;

namespace eugene::python {
namespace {

auto file(eugene_file which) {
  return [which](const ThreadRegisters& self) { return self.file(which); };
}

std::uint32_t* ip_of(const ThreadRegisters& thread) {
  return static_cast<std::uint32_t*>(const_cast<void*>(thread.file(EUGENE_IP).data()));
}

// Returns a getter for a member of the place, which gives nothing when the launch has ended.
template <class Member>
auto of_place(Member eugene_place::* member) {
  return [member](const Steps& self) { return self.is_stopped() ? std::optional(self.place().*member) : std::nullopt; };
}

void bind_thread(py::module_& module) {
  py::class_<ThreadRegisters, std::shared_ptr<ThreadRegisters>>(
      module, "Thread",
      "The registers of a thread, as arrays. If you write to the arrays while the launch is stopped, the thread has "
      "the new\n"
      "values when the launch continues. At the next stop, the arrays have the thread's values.")
      .def_property_readonly("registers", file(EUGENE_GRF), "r0 to r127, by register and dword.")
      .def_property_readonly("flags", file(EUGENE_FLAGS), "f0 and f1.")
      .def_property_readonly("address", file(EUGENE_ADDRESS), "The 16 elements of a0.")
      .def_property_readonly(
          "accumulators", file(EUGENE_ACC),
          "acc0 to acc9, by 24 dwords: the 8 dwords of a register, then the upper bits of 16 channels.")
      .def_property_readonly("control", file(EUGENE_CONTROL), "cr0.")
      .def_property_readonly("state", file(EUGENE_STATE), "sr0.")
      .def_property_readonly("message_registers", file(EUGENE_MRF), "m0 to m23 of Gen6.")
      .def_property_readonly("variables", file(EUGENE_VARIABLES),
                             "The variables of a vISA kernel, as rows of 8 dwords.")
      .def_property_readonly("local", file(EUGENE_LOCAL), "The bytes of the group's local memory.")
      .def_property(
          "ip", [](const ThreadRegisters& self) { return *ip_of(self); },
          [](const ThreadRegisters& self, std::uint32_t offset) { *ip_of(self) = offset; },
          "The offset of the next instruction.")
      .def("variable", &ThreadRegisters::variable, "name"_a,
           "The bytes of a variable of a vISA kernel: thread.variable(\"V32\").view(\"f4\").");
}

}  // namespace

void bind_steps(py::module_& module) {
  bind_thread(module);
  py::class_<Steps>(module, "Steps",
                    "A launch that runs step by step, from kernel.start(). It is true while the launch is stopped.")
      .def("step", &Steps::step, "instructions"_a = 1,
           "Executes instructions of the stopped thread. If the thread ends, stops at the next instruction of any "
           "thread. Returns False if the launch has ended.")
      .def(
          "step_back", &Steps::step_back, "instructions"_a = 1,
          "Goes back by instructions of the stopped thread, at most to its first instruction. From there, goes back to "
          "the last instruction of any other thread.")
      .def("until", &Steps::go_until, "offset"_a,
           "Continues until any thread is at the instruction with this offset. Returns False if the launch has ended.")
      .def("finish", &Steps::finish, "Continues to the end, and returns the eugene.Run.")
      .def("interrupt", &Steps::interrupt,
           "Stops a running launch at its next instruction. Call it from another Python thread.")
      .def("close", &Steps::close, "Drops the rest of the launch.")
      .def("thread", &Steps::thread, "number"_a = py::none(),
           "A thread of the group; without a number, the stopped thread.")
      .def_property_readonly(
          "registers", [](Steps& self) { return self.thread({})->file(EUGENE_GRF); },
          "The registers of the stopped thread, by register and dword.")
      .def_property_readonly("group", of_place(&eugene_place::group),
                             "The number of the group, in the order in which groups start. This and the following are "
                             "None after the launch has ended.")
      .def_property_readonly("number", of_place(&eugene_place::thread),
                             "The number of the stopped thread in its group.")
      .def_property_readonly("threads", of_place(&eugene_place::threads), "The number of threads of the group.")
      .def_property_readonly("executed", of_place(&eugene_place::executed),
                             "The number of instructions that the thread has executed.")
      .def_property_readonly("instruction", of_place(&eugene_place::instruction), "The offset of the next instruction.")
      .def_property_readonly("channels", of_place(&eugene_place::channels),
                             "The enabled channels of the thread, one bit each.")
      .def_property_readonly(
          "at_fault", [](const Steps& self) { return self.place().stop == EUGENE_AT_FAULT; },
          "Whether the instruction has faulted, so that the launch is about to end.")
      .def_property_readonly("run", &Steps::run, "The results of the launch; None before its end.")
      .def("__bool__", &Steps::is_stopped)
      .def(
          "__enter__", [](Steps& self) -> Steps& { return self; }, py::return_value_policy::reference_internal)
      .def("__exit__", [](Steps& self, const py::args&) { self.close(); })
      .def("__repr__", [](const Steps& self) {
        if (!self.is_stopped()) return std::string("<eugene.Steps: ended>");
        const eugene_place& at = self.place();
        return "<eugene.Steps: group " + std::to_string(at.group) + " thread " + std::to_string(at.thread) +
               " before offset " + std::to_string(at.instruction) + ">";
      });
}

}  // namespace eugene::python
