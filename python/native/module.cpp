// The module eugene._native: the C library's machines, programs and kernels as objects of Python.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings.h"
#include "failure.h"
#include "kernel.h"
#include "machine.h"
#include "taken.h"

namespace py = pybind11;
using namespace py::literals;
using namespace eugene::python;

namespace {

// Converts exceptions to those of eugene/errors.py.
void translate(std::exception_ptr pointer) {
  try {
    if (pointer) std::rethrow_exception(pointer);
  } catch (const Failure& failure) {
    const char* name = failure.status == EUGENE_FAULTED   ? "Fault"
                       : failure.status == EUGENE_USAGE   ? "UsageError"
                       : failure.status == EUGENE_STOPPED ? "Stopped"
                                                          : "Error";
    const py::object type = py::module_::import("eugene.errors").attr(name);
    PyErr_SetString(type.ptr(), failure.text.c_str());
  } catch (const py::cast_error& error) {  // pybind11 would raise RuntimeError
    PyErr_SetString(PyExc_TypeError, error.what());
  }
}

std::vector<std::string> gpus() {
  std::vector<std::string> names;
  for (std::size_t i = 0; eugene_gpu(i) != nullptr; ++i) names.emplace_back(eugene_gpu(i));
  return names;
}

// Converts a shape of NumPy: a number, or a tuple of numbers.
std::vector<py::ssize_t> read_shape(const py::object& shape) {
  constexpr const char* kShape = "a shape must be a number, or a tuple of numbers";
  if (PyIndex_Check(shape.ptr()) != 0) return {taken<py::ssize_t>(shape, kShape)};
  return taken<std::vector<py::ssize_t>>(shape, kShape);
}

py::array make_copy(Machine& machine, const py::object& object, const py::object& type) {
  const py::array given = py::module_::import("numpy").attr("asarray")(object, type);
  py::array mine = machine.zeros({given.shape(), given.shape() + given.ndim()}, given.dtype());
  mine[py::ellipsis()] = given;
  return mine;
}

std::uint64_t find_address(const Machine& machine, const py::array& array) {
  const auto memory = machine.find(array.data());
  if (!memory) throw py::value_error("the array is not in the GPU's memory");
  return memory->buffer + static_cast<std::uint64_t>(static_cast<const std::byte*>(array.data()) - memory->data);
}

// Returns a view of the numbers in the object, without a copy.
py::array statistics_of(const py::object& run) {
  const auto& statistics = py::cast<const Run&>(run).statistics;
  const py::array_t<eugene_statistics> array({}, {}, &statistics, run);
  return array;
}

py::array profile_of(const py::object& run) {
  const auto& profile = py::cast<const Run&>(run).profile;
  return py::array_t<ProfileRow>(static_cast<py::ssize_t>(profile.size()), profile.data(), run);
}

void bind_machine(py::module_& module) {
  py::class_<Machine, std::shared_ptr<Machine>>(module, "Machine", "A GPU with memory, in this process.")
      .def(py::init([](const std::string& gpu, const py::kwargs& options) {
             return std::make_shared<Machine>(gpu, options);
           }),
           "gpu"_a = "skl")
      .def_property_readonly("gpu", &Machine::gpu, "The name of the GPU, such as skl.")
      .def_readwrite("collector", &Machine::collector,
                     "A function that is called with the findings of each launch that has findings.")
      .def(
          "zeros",
          [](Machine& self, const py::object& shape, const py::object& dtype) {
            return self.zeros(read_shape(shape), py::dtype::from_args(dtype));
          },
          "shape"_a, "dtype"_a = "f4", "An array of zeros in the GPU's memory, which kernels use without copying it.")
      .def("array", &make_copy, "object"_a, "dtype"_a = py::none(),
           "An array in the GPU's memory with the contents of another array or sequence.")
      .def(
          "load_binary",
          [](const std::shared_ptr<Machine>& self, const py::bytes& binary) {
            return std::make_shared<Program>(self, static_cast<std::string_view>(binary));
          },
          "binary"_a, "A program from a device binary, which ocloc writes or clGetProgramInfo returns.")
      .def(
          "assemble",
          [](const std::shared_ptr<Machine>& self, const py::object& text, const std::string& name) {
            return std::make_shared<Program>(self, py::cast<std::string>(text), name);
          },
          "text"_a, "name"_a = "program.asm",
          "A program from assembly or vISA as text, or from a vISA object file as bytes, as `eugene exec` runs it:\n"
          "docs/user/exec.md. `name` is the name of the file in diagnostics. Raises eugene.AssemblyError with the "
          "diagnostics\n"
          "if the program has errors.")
      .def("address", &find_address, "array"_a, "The GPU's address of an array in its memory.")
      .def("interrupt", &Machine::interrupt,
           "Ends the launch that another Python thread is running; that thread gets eugene.Stopped. Does nothing if no "
           "launch runs.")
      .def("__repr__", [](const Machine& self) { return "<eugene.Machine " + self.gpu() + ">"; });
}

template <class Exception>
Kernel* find(const Program& self, const std::string& name) {
  if (Kernel* kernel = self.find(name)) return kernel;
  std::string names;
  for (const std::string& each : self.names()) names += (names.empty() ? "" : ", ") + each;
  throw Exception("no kernel is named '" + name + "'; the kernels are " + names);
}

// `machine` is a Machine, or the name of a GPU.
std::shared_ptr<Program> program_from(const py::object& text, const py::object& machine, const std::string& name) {
  const py::object made =
      py::isinstance<Machine>(machine) ? machine : py::module_::import("eugene").attr("Machine")(machine);
  return std::make_shared<Program>(py::cast<std::shared_ptr<Machine>>(made), py::cast<std::string>(text), name);
}

void bind_program(py::module_& module) {
  py::class_<Program, std::shared_ptr<Program>>(
      module, "Program", "A program with kernels: program.name or program[\"name\"] is a kernel.")
      .def_property_readonly(
          "kernels", [](const Program& self) { return py::tuple(py::cast(self.names())); },
          "The names of the program's kernels.")
      .def("__getitem__", &find<py::key_error>, py::return_value_policy::reference_internal)
      .def("__getattr__", &find<py::attribute_error>, py::return_value_policy::reference_internal)
      .def("__dir__", &Program::names)
      .def("__len__", [](const Program& self) { return self.names().size(); })
      .def_property_readonly(
          "warnings", [](const Program& self) { return py::tuple(py::cast(self.warnings())); },
          "Warnings about the assembly or vISA of the program, as diagnostics.")
      .def_static(
          "from_asm", &program_from, "text"_a, "machine"_a = "skl", "name"_a = "program.asm",
          "A program from assembly, on a machine, or on a new machine with the name of a GPU. See Machine.assemble().")
      .def_static("from_visa", &program_from, "text"_a, "machine"_a = "skl", "name"_a = "program.visaasm",
                  "A program from vISA, as text or as the bytes of an object file. See from_asm().");
}

void bind_instruction(py::module_& module) {
  py::class_<Instruction>(module, "Instruction", "An instruction of a kernel.")
      .def_readonly("text", &Instruction::text, "The instruction as assembly.")
      .def_readonly("opcode", &Instruction::opcode, "The mnemonic, such as add.")
      .def_readonly("message", &Instruction::message,
                    "The message of a send, such as data1.untyped_read(bti=0, ...); else \"\".")
      .def_readonly("file", &Instruction::file, "The source file, if the program was compiled with -g; else \"\".")
      .def_readonly("line", &Instruction::line, "The line in the source file; 0 if not known.")
      .def_readonly("offset", &Instruction::offset, "The offset of its first byte in the kernel, as in events.")
      .def_readonly("bytes", &Instruction::bytes, "The size: 8 or 16 bytes.")
      .def_readonly("block", &Instruction::block, "The number of its basic block, counted from 0.")
      .def("__repr__",
           [](const Instruction& self) { return "<" + std::to_string(self.offset) + ": " + self.text + ">"; });
}

void bind_kernel(py::module_& module) {
  py::class_<ArgumentInfo>(module, "Argument", "An argument of a kernel.")
      .def_readonly("name", &ArgumentInfo::name,
                    "The argument's name; \"\" unless the program was compiled with -cl-kernel-arg-info.")
      .def_readonly("type", &ArgumentInfo::type,
                    "The argument's type in OpenCL C; \"\" unless the program was compiled with "
                    "-cl-kernel-arg-info.")
      .def_readonly("kind", &ArgumentInfo::kind,
                    "The argument's kind: value, global, constant, local, image or sampler.")
      .def_readonly("bytes", &ArgumentInfo::bytes, "The size of a value in bytes.")
      .def("__repr__", [](const ArgumentInfo& self) {
        return "<" + self.label + ": " + self.kind + (self.type.empty() ? "" : " " + self.type) + ">";
      });
  py::class_<Kernel, std::unique_ptr<Kernel, py::nodelete>>(module, "Kernel", "A kernel. Call it to launch it.")
      .def_property_readonly("name", &Kernel::name)
      .def_property_readonly("simd", &Kernel::simd, "The number of work-items per hardware thread: 8, 16 or 32.")
      .def_property_readonly("arguments", [](const Kernel& self) { return py::tuple(py::cast(self.arguments())); })
      .def_property_readonly("instructions",
                             [](const Kernel& self) { return py::tuple(py::cast(self.instructions())); })
      .def("__call__", &Kernel::launch,
           "Runs the kernel to its end: kernel(out, 2.0, eugene.local(256), global_size=256, local_size=64).\n\n"
           "Arguments are given by position or name: arrays of NumPy for memory, numbers, sequences of them for\n"
           "vectors, bytes for structures, eugene.local(), None for no memory. global_size, local_size and offset are\n"
           "numbers of work-items, or tuples of up to three; without local_size one is chosen. Arrays that\n"
           "machine.zeros() or machine.array() made are used where they are; others are copied to the GPU and back.\n\n"
           "check=\"memory,race\", \"all\" and so on looks for mistakes, for run.findings, in place of the machine's "
           "check.\n"
           "trace=\"instructions\", \"memory\" or both keeps these events as run.trace, and registers=range(10, 12), "
           "say,\n"
           "the contents of general registers at each as run.registers. Such a launch is interpreted.\n"
           "hook=function(events, registers) gets them in arrays while the launch runs. profile=True counts what each\n"
           "instruction does, as run.profile.\n\n"
           "Kernels of assembly and vISA take directives instead of arguments: kernel(\"print r10:f\", threads=2,\n"
           "groups=1, mask=0xff, set={\"r2:f\": array}, surfaces={0: array of the GPU}).")
      .def("start", &Kernel::start,
           "Like a call, but stops before the first instruction. Returns eugene.Steps, to continue step by step.")
      .def("__repr__", [](const Kernel& self) { return "<eugene.Kernel " + self.name() + ">"; });
}

void bind_finding(py::module_& module) {
  py::class_<Site>(module, "Site", "Where an error is, and which work-item made it.")
      .def_readonly("access", &Site::access, "The kind of access: read, write, atomic, or \"\".")
      .def_readonly("file", &Site::file, "The source file; \"\" if not known.")
      .def_readonly("line", &Site::line)
      .def_readonly("column", &Site::column)
      .def_readonly("text", &Site::text, "The text of the line.")
      .def_readonly("assembly", &Site::assembly, "The instruction as assembly.")
      .def_readonly("instruction", &Site::instruction, "The instruction's offset in the kernel.")
      .def_readonly("group", &Site::group)
      .def_readonly("thread", &Site::thread, "The number of the thread in its group.")
      .def_readonly("channel", &Site::channel)
      .def_readonly("global_id", &Site::global_id, "The global id of the work-item, if has_ids.")
      .def_readonly("local_id", &Site::local_id)
      .def_readonly("has_ids", &Site::has_ids, "Whether the ids of the work-item are known.");
  py::class_<Finding>(module, "Finding", "An error that a check found in a launch.")
      .def_readonly("id", &Finding::id,
                    "The id of the finding, such as race.local; the part before the point is the kind.")
      .def_readonly("what", &Finding::what)
      .def_readonly("memory", &Finding::memory, "The argument and byte that the error concerns; \"\" if there is none.")
      .def_readonly("hint", &Finding::hint)
      .def_readonly("count", &Finding::count, "How often the same error was found.")
      .def_property_readonly(
          "sites", [](const Finding& self) { return py::tuple(py::cast(self.sites)); },
          "The sites of the error: none, one, or two for a race.")
      .def_readonly("text", &Finding::text, "The whole finding as text.")
      .def("__repr__", [](const Finding& self) { return "<eugene.Finding " + self.id + ": " + self.what + ">"; })
      .def("__str__", [](const Finding& self) { return self.text; });
}

void bind_run(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(eugene_event, group, executed, address, thread, instruction, channels, bytes, kind, access,
                       is_local, enabled);
  PYBIND11_NUMPY_DTYPE(eugene_statistics, groups, threads, instructions, lane_operations, seconds);
  const auto number = [](auto eugene_statistics::* member) {
    return [member](const Run& self) { return self.statistics.*member; };
  };
  PYBIND11_NUMPY_DTYPE(ProfileRow, offset, line, executions, channels, issue, stalled, blamed, bytes, lines, hits);
  py::class_<Run, std::shared_ptr<Run>>(module, "Run", "The results of a launch.")
      .def_property_readonly("statistics", &statistics_of, "All statistics as one record.")
      .def_property_readonly("groups", number(&eugene_statistics::groups), "Work-groups that have run.")
      .def_property_readonly("threads", number(&eugene_statistics::threads), "Hardware threads that have run.")
      .def_property_readonly("instructions", number(&eugene_statistics::instructions), "Instructions of all threads.")
      .def_property_readonly("lane_operations", number(&eugene_statistics::lane_operations),
                             "The number of enabled channels, summed over all instructions.")
      .def_property_readonly("seconds", number(&eugene_statistics::seconds),
                             "The time that the launch took on this machine.")
      .def_property_readonly(
          "findings", [](const Run& self) { return py::tuple(py::cast(self.findings)); },
          "The errors that the checks found.")
      .def_property_readonly(
          "trace", [](const py::object& self) { return events_of(py::cast<const Run&>(self).trace, self); },
          "Events of the launch, in their order: docs/user/python.md.")
      .def_property_readonly(
          "registers",
          [](const py::object& self) { return make_register_array(py::cast<const Run&>(self).trace, self); },
          "Registers at each event: by event, register and dword.")
      .def_property_readonly(
          "profile", &profile_of,
          "Counts of each instruction, with its offset and source line, as records: docs/user/python.md.")
      .def_readonly("cycles", &Run::cycles, "The estimated number of GPU cycles, for launches with profile=True.")
      .def_readonly(
          "limit", &Run::limit,
          "The part of the GPU that limits the cycles, such as memory or latency, for launches with profile=True.")
      .def_readonly("output", &Run::output,
                    "The output of the kernel's printf(), or of the `print` directives of assembly and vISA.")
      .def("thread", &Run::thread, "number"_a = 0,
           "The registers of a thread at its end, for assembly and vISA. Threads are counted over all groups.")
      .def("memory", &Run::memory, "address"_a, "bytes"_a,
           "The memory at the end of the launch, for assembly and vISA.")
      .def_readonly("copied", &Run::copied, "The number of bytes of arrays that were copied to the GPU and back.")
      .def("__repr__", [](const Run& self) {
        return "<eugene.Run: " + std::to_string(self.statistics.groups) + " groups, " +
               std::to_string(self.statistics.threads) + " threads, " + std::to_string(self.statistics.instructions) +
               " instructions>";
      });
}

}  // namespace

PYBIND11_MODULE(_native, module) {
  module.doc() = "The C library of Eugene. Import the package eugene instead of this module.";
  py::register_exception_translator(&translate);
  module.def("version", &eugene_version);
  module.def("gpus", &gpus, "The names of the GPUs.");
  module.attr("INSTRUCTION") = static_cast<int>(EUGENE_INSTRUCTIONS);
  module.attr("ACCESS") = static_cast<int>(EUGENE_ACCESSES);
  module.attr("BARRIER") = static_cast<int>(EUGENE_BARRIERS);
  module.attr("THREAD") = static_cast<int>(EUGENE_THREADS);
  module.attr("BEGINS") = static_cast<int>(EUGENE_BEGINS);
  module.attr("ENDS") = static_cast<int>(EUGENE_ENDS);
  module.attr("READ") = static_cast<int>(EUGENE_READ);
  module.attr("WRITE") = static_cast<int>(EUGENE_WRITE);
  module.attr("ATOMIC") = static_cast<int>(EUGENE_ATOMIC);
  py::class_<Local>(module, "Local", "Local memory as an argument, from eugene.local().")
      .def_readonly("bytes", &Local::bytes)
      .def("__repr__", [](const Local& self) { return "eugene.local(" + std::to_string(self.bytes) + ")"; });
  module.def(
      "local", [](std::uint32_t bytes) { return Local{bytes}; }, "bytes"_a,
      "An argument of this many bytes of local memory for each work-group.");
  bind_diagnostic(module);
  bind_steps(module);
  bind_machine(module);
  bind_program(module);
  bind_run(module);
  bind_instruction(module);
  bind_finding(module);
  bind_kernel(module);
}
