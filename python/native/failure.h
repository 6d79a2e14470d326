// How calls of the C library fail: as a C++ exception, which module.cpp makes into the one of Python.
#pragma once

#include <eugene.h>

#include <string>

namespace eugene::python {

struct Failure {
  eugene_status status;
  std::string text;
};

// Throws what the library says of this thread's last call, unless that went well.
inline void require(eugene_status status) {
  if (status != EUGENE_OK) throw Failure{status, eugene_error()};
}

}  // namespace eugene::python
