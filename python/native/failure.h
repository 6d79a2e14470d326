// A failed call of the C library, as a C++ exception. module.cpp converts it to a Python exception.
#pragma once

#include <eugene.h>

#include <string>

namespace eugene::python {

struct Failure {
  eugene_status status;
  std::string text;
};

// Throws the library's error of this thread's last call, unless `status` is EUGENE_OK.
inline void require(eugene_status status) {
  if (status != EUGENE_OK) throw Failure{status, eugene_error()};
}

}  // namespace eugene::python
