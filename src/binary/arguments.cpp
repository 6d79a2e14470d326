#include "binary/arguments.h"

#include <algorithm>

#include "binary/reader.h"

namespace eugene::binary {

Result<DeclaredArgument*> find_argument(DeviceKernel& kernel, std::uint64_t number, std::size_t offset) {
  constexpr std::uint64_t kMaxArguments = 4096;
  if (number >= kMaxArguments) return fail_at(offset, "argument number " + std::to_string(number) + " is too large");
  if (number >= kernel.arguments.size()) kernel.arguments.resize(static_cast<std::size_t>(number) + 1);
  return &kernel.arguments[static_cast<std::size_t>(number)];
}

void tidy_names(DeclaredArgument& argument) {
  for (std::string* text :
       {&argument.name, &argument.type, &argument.address, &argument.access, &argument.qualifiers}) {
    if (*text == "NONE") text->clear();
  }
  argument.type.resize(std::min(argument.type.size(), argument.type.find(';')));
  if (argument.address.starts_with("__")) argument.address.erase(0, 2);
  if (argument.access.starts_with("__")) argument.access.erase(0, 2);
}

}  // namespace eugene::binary
