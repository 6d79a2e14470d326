// The findings of `eugene doctor` about a machine, to be reported as text or JSON.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "drivers.h"

namespace eugene::cli {

// A loader or driver of kLoaders or kDrivers.
struct Component {
  Api api{};
  std::string name;  // for a loader: its file name
  bool is_loader = false;
  std::filesystem::path path;    // empty: not installed
  std::string package, version;  // Debian's; the version is empty if dpkg does not know it
  std::string remark;
  bool is_found = false;          // programs find the component
  std::vector<std::string> gpus;  // names for --gpu that the driver supports
};

struct WritablePlace {
  std::string what;     // "cache", "temporary files", "home"
  std::string path;     // empty: no such place exists
  std::string trouble;  // why files cannot be made there; empty: no trouble
};

struct Health {
  std::vector<Component> components;
  std::vector<WritablePlace> places;
  std::vector<std::string> missing;   // one line each; the exit status is 1 if there are any
  std::vector<std::string> packages;  // packages to install
  std::string host_cpu;               // the highest level of kHostCpus
  bool has_dri = false;               // the host has /dev/dri
  bool can_compile = false;           // kernels can be compiled to host code
};

Health examine();

// Returns the names of the installed drivers that run programs of `api` on `gpu`; empty: none.
std::string drivers_for(const Health& health, Api api, std::string_view gpu);

}  // namespace eugene::cli
