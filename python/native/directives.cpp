#include "directives.h"

#include <array>
#include <cstdint>

#include "taken.h"

namespace py = pybind11;
using namespace py::literals;

namespace eugene::python {
namespace {

// Element types of numbers: NumPy's name, and the type's name in a directive.
struct ElementType {
  std::string_view numpy, place;
};
constexpr std::array kTypes{ElementType{"f2", "hf"}, ElementType{"f4", "f"},  ElementType{"f8", "df"},
                            ElementType{"i1", "b"},  ElementType{"u1", "ub"}, ElementType{"i2", "w"},
                            ElementType{"u2", "uw"}, ElementType{"i4", "d"},  ElementType{"u4", "ud"},
                            ElementType{"i8", "q"},  ElementType{"u8", "uq"}};

std::string hex_of(std::uint64_t bits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  do {
    text.insert(text.begin(), kDigits[bits & 0xF]);
  } while ((bits >>= 4) != 0);
  return "0x" + text;
}

py::array convert_array(py::handle values) {
  const py::module_ numpy = py::module_::import("numpy");
  const py::array made = numpy.attr("ascontiguousarray")(values);
  if (py::isinstance<py::array>(values)) return made.attr("astype")(made.dtype().attr("newbyteorder")("="));
  // Python's floats become single precision, like the lanes of a register.
  if (made.dtype().kind() == 'f') return numpy.attr("ascontiguousarray")(made, "dtype"_a = "f4");
  return made;
}

std::string element_name(const py::array& array) {
  std::string name(1, array.dtype().kind());
  name += std::to_string(array.itemsize());
  for (const ElementType& each : kTypes) {
    if (each.numpy == name) return std::string(each.place);
  }
  throw py::type_error("elements of type " + py::cast<std::string>(py::str(array.dtype())) +
                       " cannot be lanes of a register");
}

template <class Each>
void for_each_item(std::string_view name, py::handle value, Each each) {
  if (!py::isinstance<py::dict>(value)) throw py::type_error(std::string(name) + " must be a dict");
  for (const auto& [key, item] : py::reinterpret_borrow<py::dict>(value)) each(key, item);
}

}  // namespace

std::string set_directive(const std::string& place, py::handle values) {
  // A place may name its type. Python's numbers are then written as they are.
  const bool is_typed = place.find(':') != std::string::npos;
  std::string text = "set " + place;
  if (is_typed && !py::isinstance<py::array>(values)) {
    text += " =";
    const py::object all = py::isinstance<py::sequence>(values) ? py::reinterpret_borrow<py::object>(values)
                                                                : py::object(py::make_tuple(values));
    for (const py::handle each : all) text += " " + py::cast<std::string>(py::str(each));
    return text;
  }
  const py::array array = convert_array(values);
  text += is_typed ? std::string(" =") : ":" + element_name(array) + " =";
  const py::array bits = array.attr("reshape")(-1).attr("view")("u" + std::to_string(array.itemsize()));
  for (const py::handle each : bits.attr("tolist")()) text += " " + hex_of(py::cast<std::uint64_t>(each));
  return text;
}

std::string surface_directive(const Machine& machine, unsigned index, py::handle array) {
  if (!py::isinstance<py::array>(array)) throw py::type_error("a surface must be an array of the GPU");
  const auto whole = py::reinterpret_borrow<py::array>(array);
  const auto memory = machine.find(whole.data());
  if (!memory || memory->data != static_cast<const std::byte*>(whole.data()))
    throw py::value_error("a surface must be a whole array of the GPU: machine.array()");
  return "surface " + std::to_string(index) + " = " + hex_of(memory->buffer) + " size " +
         std::to_string(memory->bytes) + " raw";
}

bool add_directives(const Machine& machine, std::string_view name, py::handle value,
                    std::vector<std::string>& directives) {
  if (name == "set") {
    for_each_item(name, value, [&](py::handle place, py::handle values) {
      directives.push_back(set_directive(taken<std::string>(place, "a place must be a string such as r2"), values));
    });
  } else if (name == "surfaces") {
    for_each_item(name, value, [&](py::handle index, py::handle array) {
      directives.push_back(
          surface_directive(machine, taken<unsigned>(index, "a surface's index must be a number"), array));
    });
  } else if (name == "threads" || name == "groups") {  // first, before directives about one of these threads
    const auto count = taken<unsigned>(value, "threads and groups must be numbers");
    directives.insert(directives.begin(), std::string(name) + " " + std::to_string(count));
  } else if (name == "mask") {
    directives.push_back("mask = " + std::to_string(taken<std::uint32_t>(value, "mask must be a number of 32 bits")));
  } else {
    return false;
  }
  return true;
}

}  // namespace eugene::python
