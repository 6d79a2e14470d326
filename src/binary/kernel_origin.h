// What is known of a kernel beside its code: the name, the source lines and the arguments.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/source_lines.h"
#include "binary/device_binary.h"

namespace eugene::binary {

struct KernelOrigin {
  std::string name;   // empty: not known
  SourceLines lines;  // empty: not known
  std::vector<DeclaredArgument> arguments = {};
};

// Returns the names of arguments that have a surface, by index in the binding table: "argument 0" if the compiler has
// not kept the name.
std::map<unsigned, std::string> surface_names(const std::vector<DeclaredArgument>& arguments);

}  // namespace eugene::binary
