// The user's side of a debugger: a connection to a terminal, or a test.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace eugene::debug {

// The place and the reason of a stop.
struct Stop {
  std::string reason;       // reason for programs: "breakpoint", "step", "exception", ...
  std::string why;          // as text
  unsigned breakpoint = 0;  // the breakpoint's number; 0: none
  unsigned thread = 0, channel = 0;
  std::string place;  // as text
};

class Console {
 public:
  virtual ~Console() = default;
  virtual void say(std::string_view text) = 0;
  // Called before the first ask() at a stop.
  virtual void stopped(const Stop& stop) { say(stop.why + ": " + stop.place); }
  // Waits for the next command. Returns nothing if the user has disconnected.
  virtual std::optional<std::string> ask() = 0;
  // Whether the user has asked the running program to stop. Returns true once for each request.
  virtual bool is_interrupted() { return false; }

 protected:
  Console() = default;
  Console(const Console&) = default;
  Console& operator=(const Console&) = default;
};

}  // namespace eugene::debug
