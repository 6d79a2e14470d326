// Facts about the profiled run, for readers who compare profiles later.
#pragma once

#include <string>
#include <vector>

namespace eugene::profile {

struct About {
  std::string version;               // Eugene's version
  std::string device;                // empty: unknown
  std::vector<std::string> command;  // words of the command line
  std::string date;                  // UTC, in ISO 8601
  std::string draws = {};            // JSON that describes the program's draws; empty: there are none
};

}  // namespace eugene::profile
