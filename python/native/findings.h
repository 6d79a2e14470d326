// The findings of checks in a launch.
#pragma once

#include <eugene.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace eugene::python {

using Ids = std::array<std::uint32_t, 3>;

struct Site {
  std::string access, file, text, assembly;
  std::uint32_t line = 0, column = 0, instruction = 0, thread = 0, channel = 0;
  Ids group{}, global_id{}, local_id{};
  bool has_ids = false;
};

struct Finding {
  std::string id, what, memory, hint, text;
  std::uint64_t count = 0;
  std::vector<Site> sites;
};

// Returns the findings of the launch's last run.
std::vector<Finding> findings_of(const eugene_launch* launch);

}  // namespace eugene::python
