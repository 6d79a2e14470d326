// The user's side of a debugger: a connection to a terminal, or a test.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace eugene::debug {

// Where and why the program has stopped.
struct Stop {
  std::string reason;       // "breakpoint", "step", "exception", ..., for programs
  std::string why;          // as text
  unsigned breakpoint = 0;  // its number; 0: none
  unsigned thread = 0, channel = 0;
  std::string place;  // as text
};

class Console {
 public:
  virtual ~Console() = default;
  virtual void say(std::string_view text) = 0;
  // Before the first ask() at a place.
  virtual void stopped(const Stop& stop) { say(stop.why + ": " + stop.place); }
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
