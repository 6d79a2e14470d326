// Types of numbers and vectors in OpenCL C, as a kernel's arguments name them: "float4", "uint*".
#pragma once

#include <string_view>

namespace eugene::python {

struct NumberType {
  char kind = 0;  // NumPy's: i, u or f; 0: no number, or the type is not known
  unsigned bytes = 0;
  unsigned count = 1;  // elements of a vector

  bool is_known() const { return kind != 0; }
  bool operator==(const NumberType&) const = default;
};

// Of the value, or of what a pointer points to.
NumberType number_type(std::string_view name);

}  // namespace eugene::python
