// Macros of an OpenCL program, as far as its own text defines them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eugene::check {

struct SourceMacro {
  std::optional<std::vector<std::string>> parameters;  // nothing: used without parentheses
  std::string body;
  bool operator==(const SourceMacro&) const = default;
};

class SourceMacros {
 public:
  // Adds the macros that `text` defines.
  void add(std::string_view text);
  // Returns null if no macro has the name, or if several different ones have it.
  const SourceMacro* find(std::string_view name) const;

 private:
  std::map<std::string, std::vector<SourceMacro>, std::less<>> macros_;
};

// A name in code, with the arguments in parentheses that follow it.
struct NamedUse {
  std::string_view name;
  std::optional<std::vector<std::string_view>> arguments;  // nothing: no parentheses follow
  std::size_t end = 0;                                     // end of the name and its arguments, in the code
};
// Returns the first name of `code` from `begin` on, outside of comments and quoted texts; nothing if there is none.
std::optional<NamedUse> next_use(std::string_view code, std::size_t begin);

// Returns the text that `macro` stands for in `use`; nothing if `use` has another number of arguments.
std::optional<std::string> expand_macro(const SourceMacro& macro, const NamedUse& use);

}  // namespace eugene::check
