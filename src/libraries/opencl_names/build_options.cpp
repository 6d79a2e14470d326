#include "build_options.h"

#include <array>
#include <sstream>
#include <string_view>

namespace eugene::i915 {
namespace {

bool has_option(const std::string& options, std::string_view option) {
  std::istringstream words(options);
  for (std::string word; words >> word;) {
    if (word == option) return true;
  }
  return false;
}

}  // namespace

std::string with_lines(const char* options) {
  constexpr std::array<std::string_view, 2> kWanted{"-g", "-cl-kernel-arg-info"};
  std::string all = options == nullptr ? "" : options;
  for (const std::string_view each : kWanted) {
    if (has_option(all, each)) continue;
    if (!all.empty() && all.back() != ' ') all += ' ';
    all += each;
  }
  return all;
}

}  // namespace eugene::i915
