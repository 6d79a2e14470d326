// Options for the compiler of OpenCL and of Level Zero's modules.
#pragma once

#include <string>

namespace eugene::i915 {

// Options that a run adds to those of each build.
struct AddedOptions {
  bool lines = false;        // the compiler keeps source lines and the names of arguments
  bool unoptimised = false;  // it does not optimise
  bool any() const { return lines || unoptimised; }
};

// `options`, which may be null, with those of `added` that are not there.
std::string with_added(const char* options, const AddedOptions& added);
// The same for a module of Level Zero.
std::string with_added_for_level_zero(const char* options, const AddedOptions& added);

}  // namespace eugene::i915
