#include "profile_about.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <string_view>
#include <utility>
#include <vector>

#include "base/number.h"
#include "base/whole_file.h"

namespace eugene::cli {
namespace {

// Returns the words of this process's command line. A zero byte ends each word.
std::vector<std::string> own_command() {
  std::vector<std::string> words;
  const auto bytes = read_whole_file("/proc/self/cmdline");
  if (!bytes) return words;
  std::string_view rest(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    words.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return words;
}

// Returns the date of the profile. SOURCE_DATE_EPOCH (reproducible-builds.org) makes the profile the same on every run.
std::time_t time_of_profile() {
  const char* variable = std::getenv("SOURCE_DATE_EPOCH");
  const std::string_view text = variable == nullptr ? std::string_view() : variable;
  const auto seconds = parse_number<std::time_t>(text);
  return seconds ? *seconds : std::time(nullptr);
}

}  // namespace

profile::About profile_about(std::string device) {
  return {.version = EUGENE_VERSION,
          .device = std::move(device),
          .command = own_command(),
          .date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(time_of_profile()))};
}

}  // namespace eugene::cli
