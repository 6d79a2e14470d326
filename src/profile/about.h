// What a profile is of: for whoever reads it later, beside others.
#pragma once

#include <string>
#include <vector>

namespace eugene::profile {

struct About {
  std::string version;               // of Eugene
  std::string device;                // empty: unknown
  std::vector<std::string> command;  // its words
  std::string date;                  // UTC, as ISO 8601 has it
};

}  // namespace eugene::profile
