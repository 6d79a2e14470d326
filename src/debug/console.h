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
  // Before the first ask() at a place: why the program has stopped ("breakpoint", "step", "exception", ...), for
  // programs, and as text.
  virtual void stopped(std::string_view /*reason*/, std::string_view text) { say(text); }
  // Waits for the next command; none: the user has gone.
  virtual std::optional<std::string> ask() = 0;
  // Whether the user wants the running program to stop. Said once.
  virtual bool is_interrupted() { return false; }

 protected:
  Console() = default;
  Console(const Console&) = default;
  Console& operator=(const Console&) = default;
};

}  // namespace eugene::debug
