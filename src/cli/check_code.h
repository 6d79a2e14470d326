// Finds the rules that native code violates. Each finding has its place in the input.
#pragma once

#include <string>

#include "check_input.h"
#include "check_report.h"

namespace eugene::cli {

// Options of check_code().
struct CheckCodeOptions {
  std::string scope;         // "instructions", "program", or empty: depends on the kind of input
  std::string gpu;           // only for the report; the rules are selected by each unit's machine
  bool preemptible = false;  // threads may be preempted in the middle
};

// `file` is the input's name.
CheckReport check_code(CheckInput& input, const std::string& file, const CheckCodeOptions& how);

}  // namespace eugene::cli
