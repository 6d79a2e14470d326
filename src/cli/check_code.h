// The rules that native code violates, each finding with its place in the input.
#pragma once

#include <string>

#include "check_input.h"
#include "check_report.h"

namespace eugene::cli {

struct CheckHow {
  std::string scope;         // "instructions", "program", or empty: by the kind of input
  std::string gpu;           // for the report; what holds is each unit's machine
  bool preemptible = false;  // threads may be preempted in the middle
};

// `file`: the input's name.
CheckReport check_code(CheckInput& input, const std::string& file, const CheckHow& how);

}  // namespace eugene::cli
