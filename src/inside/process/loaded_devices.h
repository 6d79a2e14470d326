// Finds the drivers in this process from the list of mapped files.
#pragma once

#include <set>
#include <string>

namespace eugene::inside::process {

struct LoadedDrivers {
  // Names, for people, of loaded devices that compute on the host's processor. A program that cannot use Eugene's GPU
  // continues with one of them, often without a message.
  std::set<std::string> other_devices;
  bool has_opencl = false;            // Intel's driver of OpenCL
  bool makes_contexts_early = false;  // some driver makes contexts of the GPU before a program requests any
};
LoadedDrivers loaded_drivers();

}  // namespace eugene::inside::process
