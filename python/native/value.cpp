#include "value.h"

#include <cmath>
#include <cstdint>
#include <cstring>

#include "element_rules.h"

namespace py = pybind11;

namespace eugene::python {
namespace {

std::vector<std::byte> copy_bytes(const void* data, std::size_t bytes) {
  const auto* first = static_cast<const std::byte*>(data);
  return {first, first + bytes};
}

// Throws TypeError. `why` is the rest of a sentence that begins with the argument's name and type.
[[noreturn]] void refuse(const ArgumentInfo& argument, const std::string& why) {
  throw py::type_error(argument.label + (argument.type.empty() ? "" : " is " + argument.type) + why);
}

std::string element_name(const ArgumentInfo& argument) {
  return argument.type.empty() ? "the argument" : argument.type;
}

template <class Number>
std::vector<std::byte> encode_float(const ArgumentInfo& argument, py::handle object) {
  const double value = PyFloat_AsDouble(object.ptr());
  if (value == -1.0 && PyErr_Occurred() != nullptr) throw py::error_already_set();
  const auto number = static_cast<Number>(value);
  if (std::isfinite(value) && !std::isfinite(number))
    throw py::value_error(argument.label + ": " + py::cast<std::string>(py::repr(object)) + " does not fit in " +
                          element_name(argument));
  return copy_bytes(&number, sizeof(number));
}

// Converts an integer to the scalar `type`. Python's integers have as many bits as they need.
std::vector<std::byte> integer_of(const ArgumentInfo& argument, NumberType type, py::handle object) {
  if (PyIndex_Check(object.ptr()) == 0) refuse(argument, ": this is not an integer");
  const auto integer = py::reinterpret_steal<py::int_>(PyNumber_Index(object.ptr()));
  if (!integer) throw py::error_already_set();
  const py::int_ one(1), bits(type.bytes * 8 - (type.kind == 'i' ? 1 : 0));
  const py::object limit = one << bits;
  const py::object least = type.kind == 'i' ? -limit : py::object(py::int_(0));
  if (integer < least || integer >= limit)
    throw py::value_error(argument.label + ": " + py::cast<std::string>(py::repr(integer)) + " does not fit in " +
                          element_name(argument));
  const std::uint64_t value = PyLong_AsUnsignedLongLongMask(integer.ptr());
  return copy_bytes(&value, type.bytes);
}

// Converts vectors, half, and NumPy's scalars, by NumPy.
std::vector<std::byte> numbers_of(const ArgumentInfo& argument, NumberType type, py::handle object) {
  const py::array given = py::module_::import("numpy").attr("asarray")(object);
  if (const std::string why = refusal_of_value(type, given.dtype()); !why.empty()) refuse(argument, why);
  if (given.ndim() != (type.count == 1 ? 0 : 1))
    refuse(argument, type.count == 1 ? ": this is not a single number"
                                     : ": this is not a sequence of " + std::to_string(type.count) + " numbers");
  const bool is_filled = static_cast<std::size_t>(given.size()) * type.bytes == argument.bytes;  // a padded vector of 3
  if (given.size() != type.count && !is_filled)
    refuse(argument,
           ": it has " + std::to_string(type.count) + " elements, but " + std::to_string(given.size()) + " were given");
  const py::dtype wanted(std::string(1, type.kind) + std::to_string(type.bytes));
  const py::array converted = given.attr("astype")(wanted, py::arg("order") = "C");
  if (type.kind != 'f' && !py::cast<bool>((converted.attr("__eq__")(given)).attr("all")()))
    throw py::value_error(argument.label + ": a number does not fit in " + element_name(argument));
  std::vector<std::byte> bytes = copy_bytes(converted.data(), converted.nbytes());
  bytes.resize(argument.bytes);
  return bytes;
}

// Converts a structure, or a value whose type the program does not name.
std::vector<std::byte> untyped_of(const ArgumentInfo& argument, py::handle object) {
  const bool is_of_numpy = py::hasattr(object, "dtype") && py::hasattr(object, "tobytes");
  if (is_of_numpy) {
    const auto dtype = py::dtype::from_args(object.attr("dtype"));
    if (const std::string why = refusal_of_value({}, dtype); !why.empty()) refuse(argument, why);
    const std::string bytes = py::cast<py::bytes>(object.attr("tobytes")());
    if (bytes.size() == argument.bytes) return copy_bytes(bytes.data(), bytes.size());
  } else if (PyFloat_Check(object.ptr()) != 0) {
    if (argument.bytes == sizeof(float)) return encode_float<float>(argument, object);
    if (argument.bytes == sizeof(double)) return encode_float<double>(argument, object);
  } else if (PyLong_Check(object.ptr()) != 0 && argument.bytes <= sizeof(std::uint64_t)) {
    const bool is_negative = py::reinterpret_borrow<py::object>(object) < py::int_(0);
    return integer_of(argument, {.kind = is_negative ? 'i' : 'u', .bytes = static_cast<unsigned>(argument.bytes)},
                      object);
  }
  refuse(argument, ": it has " + std::to_string(argument.bytes) + " bytes, and the value has another size or type");
}

}  // namespace

std::vector<std::byte> encode_value(const ArgumentInfo& argument, py::handle object) {
  if (PyBytes_Check(object.ptr()) != 0) {
    const auto bytes = py::reinterpret_borrow<py::bytes>(object);
    const std::string_view view = bytes;
    if (view.size() != argument.bytes)
      refuse(argument, ": it has " + std::to_string(argument.bytes) + " bytes, not " + std::to_string(view.size()));
    return copy_bytes(view.data(), view.size());
  }
  const NumberType type = argument.number;
  if (!type.is_known()) return untyped_of(argument, object);
  const bool is_number = PyFloat_Check(object.ptr()) != 0 || PyLong_Check(object.ptr()) != 0;
  if (type.count != 1 || !is_number) return numbers_of(argument, type, object);
  if (type.kind != 'f') return integer_of(argument, type, object);
  if (type.bytes == sizeof(float)) return encode_float<float>(argument, object);
  if (type.bytes == sizeof(double)) return encode_float<double>(argument, object);
  return numbers_of(argument, type, object);
}

}  // namespace eugene::python
