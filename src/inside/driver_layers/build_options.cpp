#include "build_options.h"

#include <initializer_list>
#include <sstream>
#include <string_view>

namespace eugene::inside {
namespace {

bool has_option(const std::string& options, std::string_view option) {
  std::istringstream words(options);
  for (std::string word; words >> word;) {
    if (word == option) return true;
  }
  return false;
}

struct Option {
  bool is_wanted;
  std::string_view text;
};

std::string with_options(const char* options, std::initializer_list<Option> wanted) {
  std::string all = options == nullptr ? "" : options;
  for (const auto& [is_wanted, each] : wanted) {
    if (!is_wanted || has_option(all, each)) continue;
    if (!all.empty() && all.back() != ' ') all += ' ';
    all += each;
  }
  return all;
}

}  // namespace

std::string with_added(const char* options, const AddedOptions& added) {
  return with_options(
      options, {{added.lines, "-g"}, {added.lines, "-cl-kernel-arg-info"}, {added.unoptimised, "-cl-opt-disable"}});
}

std::string with_added_for_level_zero(const char* options, const AddedOptions& added) {
  return with_options(options, {{added.lines, "-g"}, {added.unoptimised, "-ze-opt-disable"}});
}

}  // namespace eugene::inside
