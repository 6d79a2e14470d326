// The names of a kernel while its text is read: which variable a name is. Braces open and close a scope.
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
  enum class Kind : std::uint8_t { general, address, predicate, sampler, surface } kind = Kind::general;
  std::uint32_t id = 0;
};

class Scope {
 public:
  Scope();

  // The variable that `name` is, or nullopt.
  std::optional<Name> find(std::string_view name) const;
  // Makes `name` that variable; false if this scope has the name already.
  bool declare(std::string_view name, Name variable);
  // A name like `name` that no variable has had, for a variable that hides one or follows one in a closed scope.
  std::string unused(std::string_view name);

  bool open();   // false: too many are open
  bool close();  // false: none is open

 private:
  std::vector<std::map<std::string, Name, std::less<>>> scopes_;
  std::map<std::string, unsigned, std::less<>> used_;  // and how often
};

}  // namespace eugene::visa
