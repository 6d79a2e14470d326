#include "element_rules.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace py = pybind11;

namespace eugene::python {
namespace {

// NumPy's kinds of dtypes: b is boolean, c complex, M and m dates, S and U texts, V records and raw bytes.
constexpr std::string_view kPlainKinds = "biufcMmSUV";

struct Rule {
  char kind;                // kind of the type's numbers, as in NumberType; 0: not known
  bool is_byte;             // the type has one byte
  std::string_view memory;  // kinds of dtypes that a pointer accepts; above one byte, only with the same size
  std::string_view value;   // kinds of dtypes that a value accepts, if the number fits
  std::string_view says;    // for the message if the kind does not match
};
constexpr std::array kRules{
    Rule{.kind = 'i', .is_byte = true, .memory = kPlainKinds, .value = "biu", .says = "not integers"},
    Rule{.kind = 'u', .is_byte = true, .memory = kPlainKinds, .value = "biu", .says = "not integers"},
    Rule{.kind = 'i', .is_byte = false, .memory = "iu", .value = "biu", .says = "not integers"},
    Rule{.kind = 'u', .is_byte = false, .memory = "iu", .value = "biu", .says = "not integers"},
    Rule{.kind = 'f', .is_byte = false, .memory = "f", .value = "biuf", .says = "not numbers"},
    Rule{.kind = 0, .is_byte = false, .memory = kPlainKinds, .value = "biufcV", .says = "not a number or record"},
};

const Rule& rule_of(NumberType type) {
  return *std::ranges::find_if(kRules, [&](const Rule& each) {
    return each.kind == type.kind && (each.is_byte == (type.bytes == 1) || each.kind == 0);
  });
}

std::string dtype_name(const py::dtype& type) { return py::cast<std::string>(py::str(py::handle(type))); }

bool is_native(const py::dtype& type) { return py::cast<bool>(type.attr("isnative")); }

// A complex number has the same layout as two floats.
bool is_complex_pair(NumberType wanted, const py::dtype& given) {
  return given.kind() == 'c' && wanted.kind == 'f' && wanted.count == 2 &&
         given.itemsize() == 2 * static_cast<py::ssize_t>(wanted.bytes);
}

}  // namespace

bool is_plain(const py::dtype& type) {
  return kPlainKinds.find(type.kind()) != std::string_view::npos && !py::cast<bool>(type.attr("hasobject"));
}

std::string refusal_of_memory(NumberType wanted, const py::dtype& given) {
  if (!is_plain(given)) return ": an array of Python objects cannot be a GPU's memory";
  if (!is_native(given))
    return ": the array's numbers have another byte order than this machine's; convert the array with astype()";
  const Rule& rule = rule_of(wanted);
  const bool has_size = rule.is_byte || rule.kind == 0 || given.itemsize() == static_cast<py::ssize_t>(wanted.bytes);
  if (is_complex_pair(wanted, given) || (has_size && rule.memory.find(given.kind()) != std::string_view::npos))
    return {};
  return ", but the array's elements are " + dtype_name(given) +
         " (convert them with astype(), or take their bits with view())";
}

std::string refusal_of_value(NumberType wanted, const py::dtype& given) {
  const Rule& rule = rule_of(wanted);
  if (is_plain(given) && rule.value.find(given.kind()) != std::string_view::npos) return {};
  const bool is_number = std::string_view("biuf").find(given.kind()) != std::string_view::npos;
  return std::string(": ") + (rule.kind == 0 ? "this is " : "these are ") +
         std::string(is_number || rule.kind == 0 ? rule.says : "not numbers");
}

}  // namespace eugene::python
