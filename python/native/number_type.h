// Number and vector types of OpenCL C, by the names in a kernel's arguments: "float4", "uint*".
#pragma once

#include <string_view>

namespace eugene::python {

struct NumberType {
  char kind = 0;  // NumPy's kind: i, u or f; 0: not a number type, or unknown
  unsigned bytes = 0;
  unsigned count = 1;  // elements of a vector

  bool is_known() const { return kind != 0; }
  bool operator==(const NumberType&) const = default;
};

// Returns the type of a value, or of the elements that a pointer points to.
NumberType number_type(std::string_view name);

}  // namespace eugene::python
