#include "binary/kernel_origin.h"

#include <fmt/format.h>

namespace eugene::binary {

std::map<unsigned, std::string> surface_names(const std::vector<DeclaredArgument>& arguments) {
  std::map<unsigned, std::string> names;
  for (std::size_t number = 0; number < arguments.size(); ++number) {
    const DeclaredArgument& each = arguments[number];
    if (each.binding) names.emplace(*each.binding, each.name.empty() ? fmt::format("argument {}", number) : each.name);
  }
  return names;
}

}  // namespace eugene::binary
