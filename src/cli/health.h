// The findings of `eugene doctor` about a machine, for its reports as text and JSON.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "drivers.h"

namespace eugene::cli {

// A loader or driver of kLoaders or kDrivers.
struct Component {
  Api api{};
  std::string name;  // of a loader: its file
  bool is_loader = false;
  std::filesystem::path path;    // empty: it is not installed
  std::string package, version;  // of Debian; the version is empty where dpkg does not know it
  std::string remark;
  bool is_found = false;          // by programs
  std::vector<std::string> gpus;  // names of --gpu that it drives
};

struct Place {
  std::string what;     // "cache", "temporary files", "home"
  std::string path;     // empty: there is none
  std::string trouble;  // why files cannot be made there; empty: they can
};

struct Health {
  std::vector<Component> components;
  std::vector<Place> places;
  std::vector<std::string> missing;   // each in one line; the exit status is 1 if there are any
  std::vector<std::string> packages;  // that would help
  std::string host_cpu;               // the highest level of kHostCpus
  bool has_dri = false;               // the host has a /dev/dri of its own
  bool can_compile = false;           // kernels, to host code
};

Health examine();

// The installed drivers with which programs of `api` run on `gpu`, by name; empty: none.
std::string drivers_for(const Health& health, Api api, std::string_view gpu);

}  // namespace eugene::cli
