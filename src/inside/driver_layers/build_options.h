// Options for the compiler of OpenCL and of Level Zero's modules.
#pragma once

#include <string>

namespace eugene::inside {

// Options that a run adds to each build's options.
struct AddedOptions {
  bool lines = false;        // the compiler keeps source lines and the names of arguments
  bool unoptimised = false;  // the compiler does not optimise
  bool any() const { return lines || unoptimised; }
};

// Returns `options` (may be null) with the options of `added` that it lacks.
std::string with_added(const char* options, const AddedOptions& added);
// Does the same for a module of Level Zero.
std::string with_added_for_level_zero(const char* options, const AddedOptions& added);

}  // namespace eugene::inside
