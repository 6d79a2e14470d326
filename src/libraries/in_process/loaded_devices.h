// Which drivers are in this process, as the list of mapped files has it.
#pragma once

#include <set>
#include <string>

namespace eugene::i915 {

struct LoadedDrivers {
  // That compute on the host's processor: a program that finds no use for Eugene's GPU goes on with one of them, often
  // without a word. Their names for people.
  std::set<std::string> other_devices;
  bool has_opencl = false;            // Intel's driver of OpenCL
  bool makes_contexts_early = false;  // one that makes contexts of the GPU before a program wants any
};
LoadedDrivers loaded_drivers();

}  // namespace eugene::i915
