// The user's side of a debugger: a connection to a terminal, or a test.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace eugene::debug {

class Console {
 public:
  virtual ~Console() = default;
  virtual void say(std::string_view text) = 0;
  // Waits for the next command; none: the user has gone.
  virtual std::optional<std::string> ask() = 0;

 protected:
  Console() = default;
  Console(const Console&) = default;
  Console& operator=(const Console&) = default;
};

}  // namespace eugene::debug
