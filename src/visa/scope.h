// Maps names to variables while the text of a kernel is read. Braces open and close a scope.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "visa/kernel.h"

namespace eugene::visa {

struct Name {
  VariableKind kind = VariableKind::general;
  std::uint32_t id = 0;
};

class Scope {
 public:
  Scope();

  // Returns the variable with `name`, or nullopt.
  std::optional<Name> find(std::string_view name) const;
  // Declares `name` as that variable. Returns false if this scope already has the name.
  bool declare(std::string_view name, Name variable);
  // Returns a name similar to `name` that no variable has had. For a variable that hides another one, or that repeats
  // the name of one in a closed scope.
  std::string unused(std::string_view name);

  bool open();   // returns false if too many are open
  bool close();  // returns false if none is open

 private:
  std::vector<std::map<std::string, Name, std::less<>>> scopes_;
  std::map<std::string, unsigned, std::less<>> used_;  // number of uses of each name
};

}  // namespace eugene::visa
