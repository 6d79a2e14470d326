// Which drivers that compute on the host's processor are in this process. A program that finds no use for Eugene's GPU
// goes on with one of them, often without a word.
#pragma once

#include <set>
#include <string>

namespace eugene::i915 {

// Their names, as from the list of mapped files.
std::set<std::string> loaded_devices();
// Intel's OpenCL driver is in this process.
bool has_opencl_driver();

}  // namespace eugene::i915
