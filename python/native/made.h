// Raises TypeError for Python objects whose C++ object has not been made: a subclass of Machine that uses itself before
// super().__init__(), or the result of Kernel.__new__(Kernel). Without these casters, pybind11 passes uninitialised
// memory to a function that is called with such an object.
//
// All sources that pass objects of these classes include this file.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <string>

namespace eugene::python {

struct ArgumentInfo;
struct Diagnostic;
struct Finding;
struct Instruction;
class Kernel;
struct Local;
class Machine;
struct Option;
class Program;
struct Run;
struct Site;
class Steps;
class ThreadRegisters;

template <class T>
class MadeCaster : public pybind11::detail::type_caster_base<T> {
 public:
  bool load(pybind11::handle source, bool converts) {
    namespace detail = pybind11::detail;
    if (source.is_none()) return false;  // as self, None would be a null pointer
    const pybind11::handle type = detail::get_type_handle(typeid(T), false);
    if (source && type && PyObject_TypeCheck(source.ptr(), reinterpret_cast<PyTypeObject*>(type.ptr())) != 0) {
      auto* object = reinterpret_cast<detail::instance*>(source.ptr());
      const auto part = object->get_value_and_holder(detail::get_type_info(typeid(T)), false);
      if (part.inst == nullptr || part.value_ptr() == nullptr)
        throw pybind11::type_error(std::string(Py_TYPE(source.ptr())->tp_name) +
                                   ": super().__init__() has not been called, so there is nothing to use");
    }
    return detail::type_caster_base<T>::load(source, converts);
  }
};

}  // namespace eugene::python

namespace pybind11::detail {

template <>
class type_caster<eugene::python::ArgumentInfo> : public eugene::python::MadeCaster<eugene::python::ArgumentInfo> {};
template <>
class type_caster<eugene::python::Diagnostic> : public eugene::python::MadeCaster<eugene::python::Diagnostic> {};
template <>
class type_caster<eugene::python::Finding> : public eugene::python::MadeCaster<eugene::python::Finding> {};
template <>
class type_caster<eugene::python::Instruction> : public eugene::python::MadeCaster<eugene::python::Instruction> {};
template <>
class type_caster<eugene::python::Kernel> : public eugene::python::MadeCaster<eugene::python::Kernel> {};
template <>
class type_caster<eugene::python::Local> : public eugene::python::MadeCaster<eugene::python::Local> {};
template <>
class type_caster<eugene::python::Machine> : public eugene::python::MadeCaster<eugene::python::Machine> {};
template <>
class type_caster<eugene::python::Option> : public eugene::python::MadeCaster<eugene::python::Option> {};
template <>
class type_caster<eugene::python::Program> : public eugene::python::MadeCaster<eugene::python::Program> {};
template <>
class type_caster<eugene::python::Run> : public eugene::python::MadeCaster<eugene::python::Run> {};
template <>
class type_caster<eugene::python::Site> : public eugene::python::MadeCaster<eugene::python::Site> {};
template <>
class type_caster<eugene::python::Steps> : public eugene::python::MadeCaster<eugene::python::Steps> {};
template <>
class type_caster<eugene::python::ThreadRegisters>
    : public eugene::python::MadeCaster<eugene::python::ThreadRegisters> {};

}  // namespace pybind11::detail
