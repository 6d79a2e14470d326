// Breakpoints as an editor sets them, and the commands that set them in the program.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "debug/dap/program.h"

namespace eugene::debug::dap {

// Returns the command that sets a breakpoint, from an entry of the arguments of setBreakpoints or a similar request.
// Returns an empty string if no command can set the breakpoint.
std::string source_command(const std::string& path, const nlohmann::json& breakpoint);
// Whether the file `path` exists on this machine. If not, its lines are taken for lines of the kernels' source.
bool can_be_read(const std::string& path);
std::string function_command(const nlohmann::json& breakpoint);
std::string instruction_command(const nlohmann::json& breakpoint);

class Breakpoints {
 public:
  using Change = std::function<void(const nlohmann::json& breakpoint)>;
  // `changed` is called with a breakpoint, as the protocol describes breakpoints, when the program has set a breakpoint
  // later than the editor's request. `find_line` converts a line of a file of the kernels to a line of the editor's
  // file, given the kind of the breakpoint.
  using LineOf = std::function<std::uint64_t(const std::string& kind, const std::string& file, std::uint64_t line)>;
  Breakpoints(Change changed, LineOf find_line) : changed_(std::move(changed)), find_line_(std::move(find_line)) {}

  // Replaces all breakpoints of a kind or file. `set` is called with the new breakpoints once the program has set them.
  // If the program is not waiting for commands, `set` is called at once.
  using Set = std::function<void(nlohmann::json breakpoints)>;
  void replace(DebuggedProgram& program, const std::string& kind, std::vector<std::string> commands, const Set& set);
  // Sends all breakpoints to the program. Called when the program waits for a command for the first time.
  void begin(DebuggedProgram& program);
  // Forgets the program's breakpoint numbers, because a new program will begin without breakpoints.
  void forget_program();
  // Returns the protocol's IDs of the breakpoints whose number in the program is `number`.
  nlohmann::json with_number(unsigned number) const;

 private:
  // A breakpoint of the editor.
  struct One {
    unsigned id = 0;  // the breakpoint's ID in the protocol
    std::string command;
    std::string number;  // the breakpoint's number in the program; empty: not set there
  };
  nlohmann::json description(const std::string& kind, const One& one, const std::string& answer) const;
  void add(DebuggedProgram& program, const std::string& kind, std::size_t index,
           std::function<void(nlohmann::json)> added);

  Change changed_;
  LineOf find_line_;
  std::map<std::string, std::vector<One>> all_;  // by kind or file
  unsigned last_id_ = 0;
  bool has_begun_ = false;
};

}  // namespace eugene::debug::dap
