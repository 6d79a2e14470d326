#include "nearest.h"

#include <fmt/format.h>

#include <vector>

#include "base/nearest_name.h"

namespace eugene::cli {

std::string suggestion(std::string_view word, std::span<const std::string> known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  const std::string_view near = nearest_name(word, names);
  return near.empty() ? std::string() : fmt::format("; did you mean '{}'?", near);
}

}  // namespace eugene::cli
